import type { CheckSize, TakeChunk, UpstreamAnswer } from '../../wire/http1/client/upstream-answer.ts'
import type { Reframer } from '../dialects/reframer.ts'

/** Converts the body of an answer, gives it another head, and adds an ending, which is produced when the body is over. */
export function withEnding(
  answer: UpstreamAnswer,
  { status, header }: Pick<UpstreamAnswer, 'status' | 'header'>,
  reframer: Reframer,
  ending: () => Promise<string | undefined>,
): UpstreamAnswer {
  let isOver = false
  const last = async (): Promise<Buffer | undefined> => {
    isOver = true
    const rest = reframer.end()
    const more = await ending()
    const all = Buffer.concat([rest ?? Buffer.alloc(0), Buffer.from(more ?? '')])
    return all.length > 0 ? all : undefined
  }
  const next = async (): Promise<Buffer | undefined> => {
    while (!isOver) {
      const part = await answer.read()
      const output = part ? reframer.push(part) : await last()
      if (output) return output
    }
    return undefined
  }
  return {
    status,
    header,
    read: next,
    async each(take: TakeChunk) {
      if (isOver) return
      await answer.each((part) => {
        const output = reframer.push(part)
        return output && take(output)
      })
      const rest = await last()
      if (rest) await take(rest)
    },
    async bytes(keep?: CheckSize) {
      const parts: Buffer[] = []
      for (let part = await next(); part; part = await next()) {
        keep?.(part.length)
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
  }
}
