import type { CallerDialect } from '../dialect.ts'
import { readRequest } from './read-request.ts'
import { writeAnswer } from './write-answer.ts'
import { OpenAIStreamWriter } from './write-stream.ts'

/** OpenAI's chat completions. */
export const openai: CallerDialect = {
  readRequest: (request) => readRequest({ ...request }),
  writeAnswer,
  streamWriter: (facts) => new OpenAIStreamWriter(facts),
}
