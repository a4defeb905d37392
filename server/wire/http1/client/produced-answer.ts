import type { CheckSize, TakeChunk, UpstreamAnswer } from './upstream-answer.ts'

/** Returns an answer whose body is produced as a whole, when it is first read. */
export function producedAnswer(
  { status, header }: Pick<UpstreamAnswer, 'status' | 'header'>,
  produce: (keep?: CheckSize) => Promise<Buffer>,
): UpstreamAnswer {
  let isGiven = false
  const read = async (keep?: CheckSize): Promise<Buffer | undefined> => {
    if (isGiven) return undefined
    isGiven = true
    return await produce(keep)
  }
  return {
    status,
    header,
    read: () => read(),
    async each(take: TakeChunk) {
      const all = await read()
      if (all) await take(all)
    },
    bytes: async (keep) => (await read(keep)) ?? Buffer.alloc(0),
  }
}
