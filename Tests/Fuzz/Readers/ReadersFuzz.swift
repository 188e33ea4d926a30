import FuzzTargets
import Glibc

/// What libFuzzer calls, again and again, for the reader that STROKEMILL_FUZZ_TARGET names.
@c(LLVMFuzzerTestOneInput)
public func fuzzReader(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let fault = target.broken(by: input) {
    // The end of the run is what a fuzzer looks for.
    fatalError(fault)
  }
  return 0
}

private let target: FuzzTarget = {
  guard let name = getenv("STROKEMILL_FUZZ_TARGET").map({ String(cString: $0) }),
    let target = FuzzTarget(rawValue: name)
  else {
    fatalError("STROKEMILL_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
