import type { GenerationRequest } from './answer.ts'

/** Parameters that OpenAI's and xAI's models refuse, in the vendors' words. Recorded errors and public reports of them. */

const FIXED = ['top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs', 'logit_bias']
const REASONING = /^(?:o\d|gpt-[5-9])/
const GROK = /^grok-/

/** What is wrong with the parameters of a chat completion; undefined = nothing. */
export function parameterRefusal(body: GenerationRequest): Response | undefined {
  const model = String(body.model ?? '')
  const request = body as unknown as Record<string, unknown>
  if (GROK.test(model)) return grokRefusal(model, request)
  if (Array.isArray(request.stop) && request.stop.length > 4) {
    return invalid(
      "Invalid 'stop': array too long. Expected an array with maximum length 4",
      'stop',
      'array_above_max_length',
    )
  }
  if (!REASONING.test(model) || model.includes('-chat')) return undefined
  if (request.max_tokens !== undefined) {
    return unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
  }
  if (request.stop !== undefined) return unsupported('stop')
  const isFree = /^gpt-5\.[1-5]/.test(model) && (request.reasoning_effort ?? 'none') === 'none'
  if (!isFree && request.temperature !== undefined && request.temperature !== 1) {
    return invalid(
      `Unsupported value: 'temperature' does not support ${request.temperature} with this model. Only the default (1) value is supported.`,
      'temperature',
      'unsupported_value',
    )
  }
  const fixed = isFree ? undefined : FIXED.find((name) => request[name] !== undefined)
  if (fixed) return unsupported(fixed)
  const { reasoning_effort: effort } = request
  const isTooNew = /^gpt-(?:5\.[6-9]|[6-9])/.test(model)
  if (
    Array.isArray(request.tools) &&
    (isTooNew ? effort !== 'none' : /^gpt-5\.[45]/.test(model) && effort !== undefined)
  ) {
    const message = `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions.`
    return invalid(
      `${message} To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      'reasoning_effort',
      null,
    )
  }
  return undefined
}

function grokRefusal(model: string, request: Record<string, unknown>): Response | undefined {
  const refused = Object.entries({
    presence_penalty: 'presencePenalty',
    frequency_penalty: 'frequencyPenalty',
    stop: 'stop',
  })
  const [, name] = refused.find(([field]) => request[field] !== undefined) ?? []
  if (!name) return undefined
  const error = `Model ${model} does not support parameter ${name}.`
  return Response.json({ code: 'Client specified an invalid argument', error }, { status: 400 })
}

const unsupported = (name: string, hint = '') =>
  invalid(`Unsupported parameter: '${name}' is not supported with this model.${hint}`, name, 'unsupported_parameter')

const invalid = (message: string, param: string, code: string | null) =>
  Response.json({ error: { message, type: 'invalid_request_error', param, code } }, { status: 400 })
