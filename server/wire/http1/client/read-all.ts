import { BYTES_PER_TURN, TurnBudget } from '../shared/turn-budget.ts'
import type { CheckSize, TakeChunk, UpstreamAnswer } from './upstream-answer.ts'

/** The maximum body for readers without a separate limit. */
const MAX_BYTES = 16 * 1024 * 1024
/** Chunks that are joined at once: a chunk of one byte occupies a hundred times that. */
const MAX_CHUNKS = 1000

/** Reads a body to its end. Rejects when it breaks off, and with what `keep` throws; the rest is not read then. */
export async function readAll(
  answer: Pick<UpstreamAnswer, 'read'>,
  keep: CheckSize = maxSize(MAX_BYTES),
): Promise<Buffer> {
  const joined: Buffer[] = []
  let parts: Buffer[] = []
  for (;;) {
    const next = answer.read()
    const part = next instanceof Promise ? await next : next
    if (!part)
      return parts.length === 1 && parts[0] && joined.length === 0 ? parts[0] : Buffer.concat([...joined, ...parts])
    keep(part.length)
    if (parts.push(part) < MAX_CHUNKS) continue
    joined.push(Buffer.concat(parts))
    parts = []
  }
}

/** Allows this many bytes to be kept, and throws for more. */
export function maxSize(bytes: number): CheckSize {
  let left = bytes
  return (more) => {
    left -= more
    if (left < 0) throw new Error(`the answer is longer than ${bytes} bytes`)
  }
}

/** Implements `each` for an answer that is read chunk by chunk. */
export async function readEach(answer: Pick<UpstreamAnswer, 'read'>, take: TakeChunk): Promise<void> {
  const turns = new TurnBudget()
  for (let part = await answer.read(); part; part = await answer.read()) {
    for (let at = 0; at < part.length; at += BYTES_PER_TURN) {
      const piece = part.length > BYTES_PER_TURN ? part.subarray(at, at + BYTES_PER_TURN) : part
      await take(piece)
      await turns.after(piece.length)
    }
  }
}
