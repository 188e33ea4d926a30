import CLibXML2
import PluginKit

/// Does what calls libxml2 without its words on standard error.
///
/// What it says without a parser at hand, of bytes that aren't of an encoding, would go there.
/// - Throws: What the body throws, and when there is no memory for what a thread has of its own: without that
///   all that follows would crash.
func withSilentLibXML2<Result>(
  _ body: () throws(ComponentError) -> Result
) throws(ComponentError) -> Result {
  guard unsafe xmlGetGlobalState() != nil else {
    throw ComponentError("svg.too-large", "there is no memory for the XML parser")
  }
  let (handler, data) = unsafe (
    __xmlStructuredError().pointee, __xmlStructuredErrorContext().pointee
  )
  unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
  defer { unsafe xmlSetStructuredErrorFunc(data, handler) }
  return try body()
}
