import type { Take, UpstreamAnswer } from './answer.ts'

/** Nobody means a longer answer: the largest are lists of embeddings. Without a limit an upstream could fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024
/** So many parts are put together at once: a part of one byte costs a hundred times that. */
const MOST_PARTS = 1000

/** Reads to the end. Rejects when the body breaks off or has more than `mostBytes`; the rest is not read then. */
export async function readAll(answer: Pick<UpstreamAnswer, 'read'>, mostBytes = MOST_BYTES): Promise<Buffer> {
  const joined: Buffer[] = []
  let parts: Buffer[] = []
  let left = mostBytes
  for (;;) {
    const next = answer.read()
    const part = next instanceof Promise ? await next : next
    if (!part)
      return parts.length === 1 && parts[0] && joined.length === 0 ? parts[0] : Buffer.concat([...joined, ...parts])
    left -= part.length
    if (left < 0) throw new Error(`the answer is longer than ${mostBytes} bytes`)
    if (parts.push(part) < MOST_PARTS) continue
    joined.push(Buffer.concat(parts))
    parts = []
  }
}

/** `each` for an answer that is read part by part. */
export async function readEach(answer: Pick<UpstreamAnswer, 'read'>, take: Take): Promise<void> {
  for (let part = await answer.read(); part; part = await answer.read()) await take(part)
}
