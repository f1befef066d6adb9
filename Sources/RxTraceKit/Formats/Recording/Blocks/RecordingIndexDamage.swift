/// An index and its recording do not fit, or one of them was changed: the recording is to be read as if it had none.
package struct RecordingIndexDamage: Error {}
