/// What the fuzzer calls with each input. `Target` is an alias that the Makefile writes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    Target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
