/// The variables that one element sets, in an order in which each comes behind those it refers to,
/// and those that refer to themselves (Tarjan's strongly connected components).
struct VariableOrder {
  /// The variables by number, those without a circle.
  private(set) var order: [Int] = []
  /// The variables that are in a circle.
  private(set) var circular: [Int] = []

  /// Orders variables by the numbers of those that each refers to.
  init(references: [[Int]]) {
    let count = references.count
    var index = [Int](repeating: -1, count: count)
    var low = index
    var isOnStack = [Bool](repeating: false, count: count)
    var stack: [Int] = []
    var next = 0
    for root in 0..<count where index[root] < 0 {
      var calls: [(node: Int, edge: Int)] = [(root, 0)]
      while let (node, edge) = calls.last {
        if edge == 0 {
          index[node] = next
          low[node] = next
          next += 1
          stack.append(node)
          isOnStack[node] = true
        }
        if edge < references[node].count {
          calls[calls.count - 1].edge += 1
          let target = references[node][edge]
          if index[target] < 0 {
            calls.append((target, 0))
          } else if isOnStack[target] {
            low[node] = min(low[node], index[target])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
        guard low[node] == index[node] else { continue }
        var component: [Int] = []
        while let member = stack.popLast() {
          isOnStack[member] = false
          component.append(member)
          if member == node { break }
        }
        if component.count > 1 || references[node].contains(node) {
          circular += component
        } else {
          order.append(node)
        }
      }
    }
  }
}
