import type { ChatRequest } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'
import { defined } from '../json.ts'
import { textOf } from '../plain-turns.ts'
import { LibraryStreamReader, readAnswer } from './read-answer.ts'

/**
 * The knowledge bases of AI Proxy: https://docs.aiproxy.io/dev/library. A question is all that they take; which
 * knowledge base is asked is the channel's.
 */
export const aiproxy: UpstreamDialect = {
  unsaid: [
    'maxTokens',
    'temperature',
    'topP',
    'topK',
    'stop',
    'seed',
    'presencePenalty',
    'frequencyPenalty',
    'candidates',
    'format',
    'reasoning',
    'tools',
    'parallelToolCalls',
  ],
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new LibraryStreamReader(),
}

/** What the user said last is what documents are found by; the conversation before it would only blur that. */
function writeRequest({ turns, toolChoice, stream }: ChatRequest, model: string): object {
  if (toolChoice === 'required' || typeof toolChoice === 'object') {
    throw new Unwritable('this upstream cannot be made to call tools')
  }
  const last = turns.findLast(({ role, parts }) => role === 'user' && textOf(parts) !== '')
  if (!last) throw new Unwritable('the conversation has no question')
  return defined({ model, query: textOf(last.parts), stream: stream || undefined })
}
