import type { Take, UpstreamAnswer } from './answer.ts'

/** Reads to the end. Rejects when the body breaks off. */
export async function readAll({ read }: Pick<UpstreamAnswer, 'read'>): Promise<Buffer> {
  const parts: Buffer[] = []
  for (;;) {
    const next = read()
    const part = next instanceof Promise ? await next : next
    if (!part) return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts.push(part)
  }
}

/** `each` for an answer that is read part by part. */
export async function readEach({ read }: Pick<UpstreamAnswer, 'read'>, take: Take): Promise<void> {
  for (let part = await read(); part; part = await read()) await take(part)
}
