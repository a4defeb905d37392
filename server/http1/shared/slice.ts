/**
 * Up to this size the runtime keeps bytes among its objects. A view of them would first move them out, which takes four
 * allocations and work for the garbage collector: many times what a copy takes.
 */
const SMALL_BYTES = 1000

/** The bytes from `start` to `end`; they may share the memory of `bytes`. */
export function partOf(bytes: Buffer, start: number, end = bytes.length): Buffer {
  if (start === 0 && end === bytes.length) return bytes
  if (bytes.length > SMALL_BYTES) return bytes.subarray(start, end)
  const part = Buffer.allocUnsafeSlow(end - start)
  bytes.copy(part, 0, start, end)
  return part
}
