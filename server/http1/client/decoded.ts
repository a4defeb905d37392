import { pipeline, Readable } from 'node:stream'
import { decoderOf } from '../shared/content-coding.ts'
import type { UpstreamAnswer } from './answer.ts'
import { readAll, readEach } from './read-all.ts'

/** An answer in clear: no compression is asked for, but some servers do it all the same. Throws for unknown codings. */
export function decoded(answer: UpstreamAnswer): UpstreamAnswer {
  const coding = answer.header('content-encoding')?.toLowerCase()
  if (!coding || coding === 'identity') return answer
  const decoder = decoderOf(coding)
  if (!decoder) throw new Error(`the upstream compresses its answer in an unknown way: ${coding}`)
  // Its errors come out of the iterator.
  const clear = pipeline(Readable.from(partsOf(answer)), decoder, () => {})[Symbol.asyncIterator]()
  const read = async () => {
    const { done, value } = await clear.next()
    return done ? undefined : (value as Buffer)
  }
  return {
    status: answer.status,
    header: answer.header,
    read,
    each: (take) => readEach({ read }, take),
    bytes: (keep) => readAll({ read }, keep),
  }
}

async function* partsOf(answer: UpstreamAnswer) {
  for (let part = await answer.read(); part; part = await answer.read()) yield part
}
