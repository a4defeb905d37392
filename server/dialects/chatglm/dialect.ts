import type { ChatRequest } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'
import { defined } from '../json.ts'
import { AGREED, plainTurns, systemText, within } from '../plain-turns.ts'
import { ChatglmStreamReader, readAnswer } from './read-answer.ts'

/** Both kinds of sampling must be below 1 and above 0. */
const LEAST = 0.01
const MOST = 0.99

/** Zhipu's third version, which knows texts only: https://github.com/sunny0826/go-chatglm. The model is in the URL. */
export const chatglm: UpstreamDialect = {
  unsaid: ['maxTokens', 'topK', 'stop', 'seed', 'presencePenalty', 'frequencyPenalty', 'candidates', 'reasoning'],
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new ChatglmStreamReader(),
}

function writeRequest(request: ChatRequest): object {
  const { turns, tools, toolChoice, temperature, topP, stream } = request
  if (tools.length > 0 && toolChoice !== 'none') throw new Unwritable('this model does not call tools')
  const prompt = plainTurns(turns).map(({ role, text }) => ({ role, content: text }))
  const system = systemText(request)
  // There are no roles but these two.
  if (system) prompt.unshift({ role: 'user', content: system }, { role: 'assistant', content: AGREED })
  return defined({
    prompt,
    temperature: within(temperature, LEAST, MOST),
    top_p: within(topP, LEAST, MOST),
    incremental: stream || undefined,
  })
}
