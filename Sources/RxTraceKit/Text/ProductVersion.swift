/// The version of the command and of the libraries, which go together.
package enum ProductVersion {
    package static let number = "0.1.0"
}
