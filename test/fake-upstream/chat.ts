import type { Answer } from './answer.ts'
import type { Dialect, Envelope, StreamEvent } from './generate.ts'
import { usageOf } from './usage.ts'

/** POST /v1/chat/completions. Source: platform.openai.com/docs/api-reference/chat. */
export const chat: Dialect = {
  idPrefix: 'chatcmpl-',

  json(answer, { id, created, model, withUsage, asked }) {
    const text = answer.pieces.join('')
    const said = answer.tool ? { content: null, tool_calls: [toolCall(answer.tool, text)] } : { content: text }
    const message = { role: 'assistant', ...said, ...thoughts(answer, model), refusal: null, annotations: [] }
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
    const thought = thoughts(answer, envelope.model)
    for (const index of thought ? indexes : []) yield chunk(envelope, index, { ...thought })
    for (const piece of answer.pieces) {
      const delta = answer.tool ? { tool_calls: [{ index: 0, function: { arguments: piece } }] } : { content: piece }
      for (const index of indexes) yield { ...chunk(envelope, index, delta), tokens: 1 }
    }
    for (const index of indexes) yield chunk(envelope, index, {}, answer.finish)
    if (envelope.includeUsage) yield frame(envelope, [], usageOf(answer))
  },
}

/** DeepSeek shows what its models think: https://api-docs.deepseek.com/guides/thinking_mode */
function thoughts({ reasoningTokens }: Answer, model: string) {
  return model.includes('deepseek') && reasoningTokens > 0 ? { reasoning_content: 'Let me see.' } : undefined
}

/** OpenAI's longest id of a tool call. */
const LONGEST_ID = 40

interface Message {
  role?: string
  tool_call_id?: string
  tool_calls?: { id?: string; extra_content?: unknown }[]
  reasoning_content?: string
}

/** What is wrong with the tool calls of a request, in the vendors' words; undefined = nothing. */
export function chatRefusal(model: string, messages: readonly Message[]): Response | undefined {
  for (const [index, message] of messages.entries()) {
    const ids = [message.tool_call_id, ...(message.tool_calls ?? []).map(({ id }) => id)]
    const long = ids.find((id) => id !== undefined && id.length > LONGEST_ID)
    if (long !== undefined) {
      const told = `Expected a string with maximum length ${LONGEST_ID}, but got a string with length ${long.length} instead.`
      return invalid(
        `Invalid 'messages[${index}].tool_calls[0].id': string too long. ${told}`,
        'string_above_max_length',
      )
    }
    if (message.tool_calls?.some(({ extra_content }) => extra_content)) {
      return invalid(`Unknown parameter: 'messages[${index}].tool_calls[0].extra_content'.`, 'unknown_parameter')
    }
    if (/deepseek-v4/.test(model) && message.tool_calls && message.reasoning_content === undefined) {
      return invalid(
        'The `reasoning_content` in the thinking mode must be passed back to the API.',
        'invalid_request_error',
      )
    }
  }
  return undefined
}

const invalid = (message: string, code: string) =>
  Response.json({ error: { message, type: 'invalid_request_error', param: 'messages', code } }, { status: 400 })

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
