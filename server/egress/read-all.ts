import type { UpstreamAnswer } from './answer.ts'

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
