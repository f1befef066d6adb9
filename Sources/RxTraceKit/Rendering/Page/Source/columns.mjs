// Columns of numbers: as they are in a short trace, packed in a long one, as PageColumn.swift packs them.

/** What the first byte of packed numbers says: that some are below 0, that some need more than 32 bits, that each is told as
 * the distance from the one before, that each comes with how often it follows itself, that each has one byte. */
const [areSigned, areWide, areSteps, areRuns, areBytes] = [1, 2, 4, 8, 16];

/** The numbers of a column: an array, or an array of numbers of one type. */
export function numbers(column) {
  return typeof column === "string" ? unpacked(bytesOf(column)) : column;
}

/** The same as an array of 32 bits a number, which nobody else has. */
export function wholeNumbers(column) {
  const found = numbers(column);
  return found === column || !(found instanceof Int32Array) ? Int32Array.from(found) : found;
}

/** A number of 32 bits for each place up to a count. */
export function numbersFor(count, number) {
  const all = new Int32Array(count);
  for (let place = 0; place < count; place += 1) all[place] = number(place);
  return all;
}

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** Takes numbers from bytes: seven bits a byte, the lowest first; the last byte is below 128. */
class NumberReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 1;
  }

  next() {
    let byte = this.bytes[this.place++];
    if (byte < 128) return byte;
    let number = byte & 127;
    for (let shift = 7; ; shift += 7) {
      byte = this.bytes[this.place++];
      // A shift gives 32 bits, of which the first is a sign.
      number += shift < 28 ? (byte & 127) << shift : (byte & 127) * 2 ** shift;
      if (byte < 128) return number;
    }
  }
}

function unpacked(bytes) {
  const form = bytes[0];
  const reader = new NumberReader(bytes);
  const count = reader.next();
  if (form === areBytes) return new Int32Array(bytes.subarray(reader.place, reader.place + count));
  const all = form & areWide ? new Float64Array(count) : new Int32Array(count);
  const [hasSigns, hasSteps] = [(form & areSigned) !== 0, (form & areSteps) !== 0];
  let last = 0;
  for (let index = 0; index < count; ) {
    let number = reader.next();
    if (hasSigns) number = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    last = hasSteps ? last + number : number;
    const end = index + 1 + (form & areRuns ? reader.next() : 0);
    // A short run is written faster than it is handed to be filled in.
    if (end - index > 16) all.fill(last, index, end);
    else for (let each = index; each < end; each += 1) all[each] = last;
    index = end;
  }
  return all;
}
