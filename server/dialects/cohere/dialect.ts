import type { UpstreamDialect } from '../dialect.ts'
import { parsedObject } from '../json.ts'
import { readAnswer } from './read-answer.ts'
import { CohereStreamReader } from './read-stream.ts'
import { rerank } from './rerank.ts'
import { writeRequest } from './write-request.ts'

/** Cohere's chat, version 2. */
export const cohere: UpstreamDialect = {
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new CohereStreamReader(),
  isOpening: (data) => parsedObject(data)?.type === 'message-start',
  rerank,
}
