import type { ChatRequest } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { clamp, plainTurns, systemText } from '../plain-turns.ts'
import { PalmStreamReader, readAnswer } from './read-answer.ts'

const MAX_CANDIDATES = 8
/** The authors of messages. */
const AUTHORS = { user: '0', assistant: '1' } as const

/**
 * Google's PaLM, which supports only text, and neither an output limit nor stop sequences:
 * https://developers.generativeai.google/api/rest/generativelanguage/models/generateMessage. The model is in the
 * URL.
 */
export const palm: UpstreamDialect = {
  unsupportedSettings: ['maxTokens', 'stop', 'seed', 'presencePenalty', 'frequencyPenalty', 'reasoning'],
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new PalmStreamReader(),
}

function writeRequest(request: ChatRequest): object {
  const { turns, tools, toolChoice, temperature, topP, topK, candidates } = request
  if (tools.length > 0 && toolChoice !== 'none') throw new Unwritable('this model does not call tools')
  return withoutUndefined({
    prompt: withoutUndefined({
      context: systemText(request) || undefined,
      messages: plainTurns(turns).map(({ role, text }) => ({ author: AUTHORS[role], content: text })),
    }),
    temperature: clamp(temperature, 0, 1),
    candidateCount: clamp(candidates, 1, MAX_CANDIDATES),
    topP: clamp(topP, 0, 1),
    topK: topK === undefined ? undefined : Math.max(1, Math.round(topK)),
  })
}
