/**
 * Up to this size the runtime keeps bytes inside its objects. A view of them would first move them out, which takes
 * four allocations and garbage collection: many times the cost of a copy.
 */
const MAX_COPIED_BYTES = 1000

/** Returns the bytes from `start` to `end`; they may share the memory of `bytes`. */
export function slice(bytes: Buffer, start: number, end = bytes.length): Buffer {
  if (start === 0 && end === bytes.length) return bytes
  if (bytes.length > MAX_COPIED_BYTES) return bytes.subarray(start, end)
  const part = Buffer.allocUnsafeSlow(end - start)
  bytes.copy(part, 0, start, end)
  return part
}

const ZERO = 0x30
const HEX = Buffer.from('0123456789abcdef')

/**
 * Writes a whole number below 2³¹ in decimal at `at`, without creating a string, and returns the position after it.
 */
export function writeDecimal(bytes: Buffer, at: number, value: number): number {
  let end = at + 1
  for (let rest = value; rest >= 10; end++) rest = Math.floor(rest / 10)
  for (let place = end - 1, rest = value; place >= at; place--) {
    const higher = Math.floor(rest / 10)
    bytes[place] = ZERO + rest - 10 * higher
    rest = higher
  }
  return end
}

/** Writes a whole number below 2³² in hexadecimal at `at`, and returns the position after it. */
export function writeHex(bytes: Buffer, at: number, value: number): number {
  const top = 28 - (Math.clz32(value | 1) & ~3)
  let end = at
  for (let shift = top; shift >= 0; shift -= 4) bytes[end++] = HEX[(value >>> shift) & 0xf] ?? 0
  return end
}
