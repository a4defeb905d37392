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
