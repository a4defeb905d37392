import type { UpstreamDialect } from '../dialect.ts'
import { readAnswer } from './read-answer.ts'
import { AnthropicStreamReader } from './read-stream.ts'
import { writeRequest } from './write-request.ts'

/** Anthropic's messages. */
export const anthropic: UpstreamDialect = {
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new AnthropicStreamReader(),
}
