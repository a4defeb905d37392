import type { ChatRequest } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { ASSISTANT_FILLER, clamp, plainTurns, systemText } from '../plain-turns.ts'
import { ChatglmStreamReader, readAnswer } from './read-answer.ts'

/** Temperature and top_p must be between 0 and 1, both exclusive. */
const MIN_SAMPLING = 0.01
const MAX_SAMPLING = 0.99

/**
 * Zhipu's version 3, which supports only text: https://github.com/sunny0826/go-chatglm. The model is in the URL.
 */
export const chatglm: UpstreamDialect = {
  unsupportedSettings: [
    'maxTokens',
    'topK',
    'stop',
    'seed',
    'presencePenalty',
    'frequencyPenalty',
    'candidates',
    'reasoning',
  ],
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new ChatglmStreamReader(),
}

function writeRequest(request: ChatRequest): object {
  const { turns, tools, toolChoice, temperature, topP, stream } = request
  if (tools.length > 0 && toolChoice !== 'none') throw new Unwritable('this model does not call tools')
  const prompt = plainTurns(turns).map(({ role, text }) => ({ role, content: text }))
  const system = systemText(request)
  // The format has no other roles than these two.
  if (system) prompt.unshift({ role: 'user', content: system }, { role: 'assistant', content: ASSISTANT_FILLER })
  return withoutUndefined({
    prompt,
    temperature: clamp(temperature, MIN_SAMPLING, MAX_SAMPLING),
    top_p: clamp(topP, MIN_SAMPLING, MAX_SAMPLING),
    incremental: stream || undefined,
  })
}
