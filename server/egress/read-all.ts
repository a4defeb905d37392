import type { Take, UpstreamAnswer } from './answer.ts'

/** Reads to the end. Rejects when the body breaks off. */
export async function readAll(answer: Pick<UpstreamAnswer, 'read'>): Promise<Buffer> {
  const parts: Buffer[] = []
  for (;;) {
    const next = answer.read()
    const part = next instanceof Promise ? await next : next
    if (!part) return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts.push(part)
  }
}

/** `each` for an answer that is read part by part. */
export async function readEach(answer: Pick<UpstreamAnswer, 'read'>, take: Take): Promise<void> {
  for (let part = await answer.read(); part; part = await answer.read()) await take(part)
}
