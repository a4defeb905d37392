import { TURN_BYTES, Turns } from '../shared/turns.ts'
import type { Keep, Take, UpstreamAnswer } from './answer.ts'

/** The longest body for readers who do not say what may be kept. */
const MOST_BYTES = 16 * 1024 * 1024
/** Parts that are put together at once: a part of one byte costs a hundred times that. */
const MOST_PARTS = 1000

/** Reads a body to its end. Rejects when it breaks off, and with what `keep` throws; the rest is not read then. */
export async function readAll(answer: Pick<UpstreamAnswer, 'read'>, keep: Keep = atMost(MOST_BYTES)): Promise<Buffer> {
  const joined: Buffer[] = []
  let parts: Buffer[] = []
  for (;;) {
    const next = answer.read()
    const part = next instanceof Promise ? await next : next
    if (!part)
      return parts.length === 1 && parts[0] && joined.length === 0 ? parts[0] : Buffer.concat([...joined, ...parts])
    keep(part.length)
    if (parts.push(part) < MOST_PARTS) continue
    joined.push(Buffer.concat(parts))
    parts = []
  }
}

/** Lets so many bytes be kept, and throws for more. */
export function atMost(bytes: number): Keep {
  let left = bytes
  return (more) => {
    left -= more
    if (left < 0) throw new Error(`the answer is longer than ${bytes} bytes`)
  }
}

/** `each` for an answer that is read part by part. */
export async function readEach(answer: Pick<UpstreamAnswer, 'read'>, take: Take): Promise<void> {
  const turns = new Turns()
  for (let part = await answer.read(); part; part = await answer.read()) {
    for (let at = 0; at < part.length; at += TURN_BYTES) {
      const piece = part.length > TURN_BYTES ? part.subarray(at, at + TURN_BYTES) : part
      await take(piece)
      await turns.after(piece.length)
    }
  }
}
