import type { ChatRequest } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'
import { defined } from '../json.ts'
import { plainTurns, systemText, within } from '../plain-turns.ts'
import { PalmStreamReader, readAnswer } from './read-answer.ts'

const MOST_CANDIDATES = 8
/** Whose message it is. */
const AUTHORS = { user: '0', assistant: '1' } as const

/**
 * Google's PaLM, which has only texts, and no word for a limit or for stops:
 * https://developers.generativeai.google/api/rest/generativelanguage/models/generateMessage. The model is in the URL.
 */
export const palm: UpstreamDialect = {
  unsaid: ['maxTokens', 'stop', 'seed', 'presencePenalty', 'frequencyPenalty', 'reasoning'],
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new PalmStreamReader(),
}

function writeRequest(request: ChatRequest): object {
  const { turns, tools, toolChoice, temperature, topP, topK, candidates } = request
  if (tools.length > 0 && toolChoice !== 'none') throw new Unwritable('this model does not call tools')
  return defined({
    prompt: defined({
      context: systemText(request) || undefined,
      messages: plainTurns(turns).map(({ role, text }) => ({ author: AUTHORS[role], content: text })),
    }),
    temperature: within(temperature, 0, 1),
    candidateCount: within(candidates, 1, MOST_CANDIDATES),
    topP: within(topP, 0, 1),
    topK: topK === undefined ? undefined : Math.max(1, Math.round(topK)),
  })
}
