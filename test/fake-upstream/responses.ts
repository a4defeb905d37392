import { type Answer, completionTokens } from './answer.ts'
import type { Dialect, Envelope, StreamEvent } from './generate.ts'
import type { ResponsesRequest } from './responses-request.ts'

/** POST /v1/responses. Source: platform.openai.com/docs/api-reference/responses, and its streaming events. */
export const responses = (request: ResponsesRequest): Dialect => ({
  idPrefix: 'resp_',
  end: [],

  json: (answer, envelope) => ending(request, answer, envelope).response,

  *events(answer, envelope) {
    let sequence = 0
    const event = (type: string, fields: object, tokens = 0): StreamEvent => ({
      name: type,
      data: JSON.stringify({ type, sequence_number: sequence++, ...fields }),
      tokens,
    })
    const begun = { response: responseOf(request, envelope, { status: 'in_progress' }) }
    yield event('response.created', begun)
    yield event('response.in_progress', begun)
    const items = itemsOf(request, answer, envelope)
    for (const [output_index, item] of items.entries()) {
      const place = { item_id: item.id, output_index }
      if (item.type === 'reasoning' || item.type === 'compaction') {
        yield event('response.output_item.added', { output_index, item: { ...item, encrypted_content: undefined } })
      } else if (item.type === 'function_call') {
        const opening = { ...item, status: 'in_progress', arguments: '' }
        yield event('response.output_item.added', { output_index, item: opening })
        for (const delta of answer.pieces) yield event('response.function_call_arguments.delta', { ...place, delta }, 1)
        yield event('response.function_call_arguments.done', { ...place, arguments: item.arguments })
      } else {
        const at = { ...place, content_index: 0 }
        yield event('response.output_item.added', {
          output_index,
          item: { ...item, status: 'in_progress', content: [] },
        })
        yield event('response.content_part.added', { ...at, part: textPart('') })
        for (const delta of answer.pieces) yield event('response.output_text.delta', { ...at, delta, logprobs: [] }, 1)
        const text = answer.pieces.join('')
        yield event('response.output_text.done', { ...at, text, logprobs: [] })
        yield event('response.content_part.done', { ...at, part: textPart(text) })
      }
      yield event('response.output_item.done', { output_index, item })
    }
    const { type, response } = ending(request, answer, envelope)
    yield event(type, { response })
  },
})

const textPart = (text: string) => ({ type: 'output_text', annotations: [], logprobs: [], text })

function ending(request: ResponsesRequest, answer: Answer, envelope: Envelope) {
  const isCut = answer.finish === 'length'
  const response = responseOf(request, envelope, {
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: itemsOf(request, answer, envelope),
    usage: envelope.withUsage ? usageOf(answer) : null,
  })
  return { type: isCut ? 'response.incomplete' : 'response.completed', response }
}

function responseOf(request: ResponsesRequest, { id, created, model, asked }: Envelope, fields: object) {
  return {
    id,
    object: 'response',
    created_at: created,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    model,
    output: [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    service_tier: asked.service_tier ?? 'default',
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    ...fields,
  }
}

interface Item {
  id: string
  type: string
  [field: string]: unknown
}

function itemsOf(request: ResponsesRequest, answer: Answer, { id }: Envelope): Item[] {
  const status = answer.finish === 'length' ? 'incomplete' : 'completed'
  const sealed = request.include?.includes('reasoning.encrypted_content') ? { encrypted_content: 'gAAAAABfake' } : {}
  const reasoning = answer.reasoningTokens > 0 ? [{ id: `rs_${id}`, type: 'reasoning', summary: [], ...sealed }] : []
  if (isCompaction(request)) return [{ id: `cmp_${id}`, type: 'compaction', encrypted_content: 'gAAAAABsummary' }]
  const text = answer.pieces.join('')
  if (answer.tool) {
    const { id: call_id, name } = answer.tool
    return [...reasoning, { id: `fc_${id}`, type: 'function_call', status, arguments: text, call_id, name }]
  }
  return [...reasoning, { id: `msg_${id}`, type: 'message', status, role: 'assistant', content: [textPart(text)] }]
}

/** Source: developers.openai.com/api/docs/guides/compaction. The summary is sealed. */
const isCompaction = ({ input }: ResponsesRequest) =>
  Array.isArray(input) && input.at(-1)?.type === 'compaction_trigger'

function usageOf(answer: Answer) {
  const output = completionTokens(answer)
  return {
    input_tokens: answer.promptTokens,
    input_tokens_details: { cached_tokens: answer.cachedTokens, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: answer.reasoningTokens },
    total_tokens: answer.promptTokens + output,
  }
}
