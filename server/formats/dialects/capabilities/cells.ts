import { callerDialects, type UpstreamFormat, upstreamDialects } from '../all.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type CallerDialect, Unreadable, Unwritable, type UpstreamDialect } from '../dialect.ts'
import { readChat } from '../read-chat.ts'
import { writeChat } from '../write-chat.ts'
import type { AnswerFeature } from './answer-samples.ts'
import { PLAIN, type RequestFeature, type SampledFormat } from './request-samples.ts'

/**
 * How a feature is handled. `passed`: both sides use the same format. `left out`: removed, and listed in the log's
 * details. `dropped`: removed without notice.
 */
export type Cell = 'passed' | 'converted' | 'refused' | 'left out' | 'dropped' | '–'

export const CALLERS = Object.keys(PLAIN) as SampledFormat[]
/** Models whose names determine how requests are written. */
const MODELS: Partial<Record<UpstreamFormat, string>> = {
  anthropic: 'claude-sonnet-4-5',
  'anthropic-vertex': 'claude-sonnet-4-5',
  bedrock: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
  'gemini-vertex': 'gemini-2.5-flash',
  openai: 'gpt-4.1',
  responses: 'gpt-4.1',
}
/** The corresponding reasoning models, where they differ. */
const THINKING: typeof MODELS = {
  ...MODELS,
  openai: 'gpt-5.1',
  responses: 'gpt-5.1',
  replicate: 'openai/gpt-5.1',
  cohere: 'command-a-reasoning-08-2025',
}
const FACTS = { id: 'a', model: 'm', created: 1, usageWanted: true, inputTokens: 1 }

/** Returns how a feature of a request is handled; `–` = the caller's format cannot express it. */
export function requestCell(feature: RequestFeature, caller: SampledFormat, upstream: UpstreamFormat): Cell {
  const fields = feature.requests[caller]
  if (!fields) return '–'
  if (caller === upstream) return 'passed'
  try {
    const asked = written({ ...PLAIN[caller], ...fields }, caller, upstream, feature.thinks)
    const plain = written({ ...PLAIN[caller], ...feature.without?.[caller] }, caller, upstream, feature.thinks)
    const { marks } = feature
    const isThere = marks ? marks.every((mark) => asked.text.includes(mark)) : asked.text !== plain.text
    return isThere ? 'converted' : asked.omitted > plain.omitted ? 'left out' : 'dropped'
  } catch (error) {
    return refusal(error)
  }
}

/** Returns how a feature of an answer is handled; `–` = the upstream's format cannot express it. */
export function answerCell(feature: AnswerFeature, caller: SampledFormat, upstream: UpstreamFormat): Cell {
  const answer = feature.answers[upstream]
  if (!answer) return '–'
  if (caller === upstream) return 'passed'
  const { media }: CallerDialect = callerDialects[caller]
  try {
    const read = dialectOf(upstream).readAnswer(answer, 'call')
    const isMedium = read.choices.some(({ parts }) => parts.some(({ kind }) => kind === 'image'))
    if (isMedium && !media.includes('image')) return 'refused'
    const said = callerDialects[caller].writeAnswer(read, FACTS) as JsonObject
    const text = feature.isKept ? written(nextRequest(caller, said), caller, upstream).text : JSON.stringify(said)
    return feature.marks.every((mark) => text.includes(mark)) ? 'converted' : 'dropped'
  } catch (error) {
    return refusal(error)
  }
}

function written(request: JsonObject, caller: SampledFormat, upstream: UpstreamFormat, thinks = false) {
  const named: string[] = []
  const read = readChat(callerDialects[caller], request, false)
  const settings = {
    fitsParameters: false,
    omit: (name: string) => named.push(name),
    cacheKeyOf: () => read.cacheKey,
    caching: { automatic: false, inputTokens: 10_000 },
  }
  const model = (thinks ? THINKING : MODELS)[upstream] ?? 'm'
  const text = JSON.stringify(writeChat(read, dialectOf(upstream), model, settings))
  return { text, omitted: named.length + (read.omitted?.length ?? 0) }
}

/** Returns a caller's next request, with the answer and the result of its tool call. */
function nextRequest(caller: SampledFormat, answer: JsonObject): JsonObject {
  const { [caller]: plain } = PLAIN
  const first = (list: unknown) => (list as JsonObject[])[0] ?? {}
  if (caller === 'openai') {
    const { message } = first(answer.choices) as { message: { tool_calls: { id: string }[] } }
    const result = { role: 'tool', tool_call_id: message.tool_calls[0]?.id, content: 'done' }
    return { ...plain, messages: [...(plain.messages as []), message, result] }
  }
  if (caller === 'responses') {
    const output = answer.output as JsonObject[]
    const call_id = output.find(({ type }) => type === 'function_call')?.call_id
    return {
      ...plain,
      input: [...(plain.input as []), ...output, { type: 'function_call_output', call_id, output: 'done' }],
    }
  }
  if (caller === 'anthropic') {
    const content = answer.content as JsonObject[]
    const tool_use_id = content.find(({ type }) => type === 'tool_use')?.id
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id, content: 'done' }] }
    return { ...plain, messages: [...(plain.messages as []), { role: 'assistant', content }, result] }
  }
  const { content } = first(answer.candidates)
  const result = { functionResponse: { name: 'first_mark', response: { output: 'done' } } }
  return { ...plain, contents: [...(plain.contents as []), content, { role: 'user', parts: [result] }] }
}

/** Rethrows errors that are not reported to callers. */
function refusal(error: unknown): Cell {
  if (error instanceof Unwritable || error instanceof BadRequest || error instanceof Unreadable) return 'refused'
  throw error
}

const dialectOf = (format: UpstreamFormat): UpstreamDialect => upstreamDialects[format]
