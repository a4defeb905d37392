import type { Answer } from './answer.ts'
import type { Dialect, Envelope, StreamEvent } from './generate.ts'
import { usageOf } from './usage.ts'

/** POST /v1/chat/completions. Source: platform.openai.com/docs/api-reference/chat. */
export const chat: Dialect = {
  idPrefix: 'chatcmpl-',

  json(answer, { id, created, model, withUsage, asked }) {
    const text = answer.pieces.join('')
    const message = answer.tool
      ? { role: 'assistant', content: null, tool_calls: [toolCall(answer.tool, text)], refusal: null, annotations: [] }
      : { role: 'assistant', content: text, refusal: null, annotations: [] }
    const choices = Array.from({ length: answer.choices }, (_, index) => {
      return { index, message, logprobs: null, finish_reason: answer.finish }
    })
    return {
      id,
      object: 'chat.completion',
      created,
      model,
      choices,
      ...(withUsage && { usage: usageOf(answer) }),
      service_tier: asked.service_tier ?? 'default',
      system_fingerprint: 'fp_fake000001',
    }
  },

  *events(answer, envelope) {
    const indexes = [...Array(answer.choices).keys()]
    const opening = answer.tool
      ? { role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCall(answer.tool, '') }], refusal: null }
      : { role: 'assistant', content: '', refusal: null }
    for (const index of indexes) yield chunk(envelope, index, opening)
    for (const piece of answer.pieces) {
      const delta = answer.tool ? { tool_calls: [{ index: 0, function: { arguments: piece } }] } : { content: piece }
      for (const index of indexes) yield { ...chunk(envelope, index, delta), tokens: 1 }
    }
    for (const index of indexes) yield chunk(envelope, index, {}, answer.finish)
    if (envelope.includeUsage) yield frame(envelope, [], usageOf(answer))
  },
}

function toolCall(tool: NonNullable<Answer['tool']>, args: string) {
  return { id: tool.id, type: 'function', function: { name: tool.name, arguments: args } }
}

function chunk(envelope: Envelope, index: number, delta: object, finish: string | null = null): StreamEvent {
  return frame(envelope, [{ index, delta, logprobs: null, finish_reason: finish }], null)
}

/** Every chunk carries `"usage":null` once the caller has asked for usage, and no such field otherwise. */
function frame(
  { id, created, model, includeUsage, asked }: Envelope,
  choices: object[],
  usage: object | null,
): StreamEvent {
  const head = { id, object: 'chat.completion.chunk', created, model, service_tier: asked.service_tier ?? 'default' }
  const body = { ...head, system_fingerprint: 'fp_fake000001', choices, ...(includeUsage && { usage }) }
  return { data: JSON.stringify(body), tokens: 0 }
}
