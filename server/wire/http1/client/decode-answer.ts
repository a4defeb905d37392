import { pipeline, Readable } from 'node:stream'
import { createDecoder } from '../shared/content-coding.ts'
import { readAll, readEach } from './read-all.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/**
 * Returns an answer without compression, which is not requested, but used by some servers nevertheless. Throws for
 * unknown codings.
 */
export function decodeAnswer(answer: UpstreamAnswer): UpstreamAnswer {
  const coding = answer.header('content-encoding')?.toLowerCase()
  if (!coding || coding === 'identity') return answer
  const decoder = createDecoder(coding)
  if (!decoder) throw new Error(`the upstream uses an unknown content coding: ${coding}`)
  // Errors are thrown by the iterator.
  const clear = pipeline(Readable.from(chunksOf(answer)), decoder, () => {})[Symbol.asyncIterator]()
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

async function* chunksOf(answer: UpstreamAnswer) {
  for (let part = await answer.read(); part; part = await answer.read()) yield part
}
