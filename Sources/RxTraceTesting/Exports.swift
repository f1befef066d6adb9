// A test that imports this module alone can name what it passes and gets.
@_exported import RxTraceKit
