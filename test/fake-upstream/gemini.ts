import { type Answer, completionTokens, type GenerationRequest } from './answer.ts'
import type { Behaviour } from './behaviour.ts'
import type { Dialect, Envelope, StreamEvent } from './generate.ts'

/** Gemini's generateContent and streamGenerateContent. Source: ai.google.dev/api/generate-content and recorded streams. */
export const gemini: Dialect = {
  idPrefix: 'gem_',
  end: [],

  json(answer, envelope) {
    const parts = [...thoughts(answer), ...pictures(envelope), ...contents(answer, answer.pieces.join(''))]
    const candidates = Array.from({ length: answer.choices }, (_, index) => ({
      content: { role: 'model', parts },
      finishReason: reason(answer),
      index,
    }))
    return { candidates, ...facts(answer, envelope) }
  },

  *events(answer, envelope) {
    const indexes = [...Array(answer.choices).keys()]
    for (const part of [...thoughts(answer), ...pictures(envelope)]) yield event(answer, envelope, 0, [part])
    // Calls arrive whole.
    const pieces = answer.tool ? [answer.pieces.join('')] : answer.pieces
    for (const piece of pieces) {
      for (const index of indexes) {
        yield {
          ...event(answer, envelope, index, contents(answer, piece)),
          tokens: answer.tool ? answer.pieces.length : 1,
        }
      }
    }
    for (const index of indexes) yield event(answer, envelope, index, [{ text: '' }], reason(answer))
    // Traffic is also reported without any counts.
    yield { data: JSON.stringify({ usageMetadata: trafficOf(envelope) }), tokens: 0, lineEnd: '\r\n' }
  },
}

/** Source: docs.cloud.google.com/vertex-ai/generative-ai/docs/priority-paygo. */
const trafficOf = ({ asked: { serviceTier } }: Envelope) => ({
  trafficType: serviceTier ? `ON_DEMAND_${serviceTier.toUpperCase()}` : 'ON_DEMAND',
})

const PICTURE = 'iVBORw0KGgo='

const reason = ({ finish }: Answer) => (finish === 'length' ? 'MAX_TOKENS' : 'STOP')
const thoughts = ({ reasoningTokens }: Answer) => (reasoningTokens > 0 ? [{ text: 'Let me see.', thought: true }] : [])
const pictures = ({ model }: Envelope) =>
  model.includes('image') ? [{ inlineData: { mimeType: 'image/png', data: PICTURE } }] : []

function contents({ tool }: Answer, text: string) {
  if (!tool) return [{ text }]
  return [{ functionCall: { name: tool.name, args: JSON.parse(text) }, thoughtSignature: SIGNATURE }]
}

const SIGNATURE = 'c2lnbmVk'
/** What it takes instead: https://ai.google.dev/gemini-api/docs/thought-signatures */
const KNOWN = [SIGNATURE, 'skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

function facts(answer: Answer, envelope: Envelope) {
  const { id, model, withUsage } = envelope
  const { promptTokens, cachedTokens, reasoningTokens } = answer
  const usageMetadata = {
    promptTokenCount: promptTokens,
    candidatesTokenCount: completionTokens(answer) - reasoningTokens,
    totalTokenCount: promptTokens + completionTokens(answer),
    ...(cachedTokens > 0 ? { cachedContentTokenCount: cachedTokens } : {}),
    ...(reasoningTokens > 0 ? { thoughtsTokenCount: reasoningTokens } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokens }],
    ...trafficOf(envelope),
  }
  return { ...(withUsage ? { usageMetadata } : {}), modelVersion: model, responseId: id }
}

function event(answer: Answer, envelope: Envelope, index: number, parts: object[], finishReason?: string): StreamEvent {
  const candidate = { content: { parts, role: 'model' }, ...(finishReason ? { finishReason } : {}), index }
  const data = JSON.stringify({ candidates: [candidate], ...facts(answer, envelope) })
  return { data, tokens: 0, lineEnd: '\r\n' }
}

const PATH = /^\/v1(?:beta)?\/models\/([^/]+):(generateContent|streamGenerateContent)$/

interface Content {
  role?: string
  parts?: Part[]
}
interface Part {
  text?: string
  inlineData?: { mimeType?: string; data?: string }
  functionCall?: { name?: string }
  functionResponse?: { name?: string; response?: unknown }
  thoughtSignature?: string
}
interface Declaration {
  name: string
  parameters?: object
  parametersJsonSchema?: object
}
export interface GeminiRequest {
  contents?: Content[]
  systemInstruction?: Content
  generationConfig?: Record<string, unknown>
  tools?: { functionDeclarations?: Declaration[] }[]
  serviceTier?: string
  toolConfig?: { functionCallingConfig?: { mode?: string; allowedFunctionNames?: string[] } }
}

export const isGeminiPath = (path: string) => PATH.test(path)

/** The request in the words that answers are planned with. */
export function plannedRequest(path: string, body: GeminiRequest): GenerationRequest & { gemini: GeminiRequest } {
  const [, name = '', method] = PATH.exec(path) ?? []
  const config = body.generationConfig ?? {}
  const { mode, allowedFunctionNames } = body.toolConfig?.functionCallingConfig ?? {}
  const wanted = allowedFunctionNames?.[0] ?? ''
  return {
    gemini: body,
    model: decodeURIComponent(name),
    messages: [body.systemInstruction ?? {}, ...(body.contents ?? [])].map(({ parts }) => ({ content: parts ?? [] })),
    stream: method === 'streamGenerateContent',
    max_tokens: (config.maxOutputTokens as number | undefined) ?? null,
    n: (config.candidateCount as number | undefined) ?? null,
    tools: (body.tools?.[0]?.functionDeclarations ?? []).map(({ name, parameters, parametersJsonSchema }) => ({
      name,
      input_schema: parametersJsonSchema ?? parameters ?? {},
    })),
    ...(body.serviceTier !== undefined && { serviceTier: body.serviceTier }),
    ...(mode === 'ANY' ? { tool_choice: wanted ? { name: wanted } : 'required' } : {}),
  }
}

const FIELDS =
  'contents systemInstruction generationConfig safetySettings tools toolConfig cachedContent serviceTier'.split(' ')
const CONFIG =
  'temperature topP topK maxOutputTokens candidateCount stopSequences responseMimeType responseSchema responseJsonSchema responseModalities seed presencePenalty frequencyPenalty thinkingConfig mediaResolution'.split(
    ' ',
  )
const SCHEMA =
  'type format title description nullable enum items minItems maxItems properties required anyOf minimum maximum minLength maxLength pattern'.split(
    ' ',
  )

/** What is wrong with a request, as strictly and in the words as the API says it; undefined = nothing. */
export function geminiRefusal(model: string, body: GeminiRequest): Response | undefined {
  const problem =
    unknownName(body, FIELDS) ??
    unknownName(body.generationConfig ?? {}, CONFIG, " at 'generation_config'") ??
    configProblem(model, body) ??
    contentsProblem(model, body.contents ?? [])
  return problem ? invalid(problem) : undefined
}

function unknownName(value: object, known: readonly string[], place = ''): string | undefined {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  return unknown && `Invalid JSON payload received. Unknown name "${unknown}"${place}: Cannot find field.`
}

function configProblem(model: string, { generationConfig = {}, tools = [] }: GeminiRequest): string | undefined {
  const { thinkingConfig, responseMimeType, responseSchema, stopSequences } = generationConfig
  const { thinkingBudget, thinkingLevel } = (thinkingConfig ?? {}) as {
    thinkingBudget?: number
    thinkingLevel?: string
  }
  if (thinkingBudget !== undefined && thinkingLevel)
    return 'You can only set only one of thinking budget and thinking level.'
  if (thinkingLevel && !isThird(model)) return 'Thinking level is not supported for this model.'
  if (Array.isArray(stopSequences) && stopSequences.length > 5) return 'Too many stop sequences.'
  if (responseMimeType && tools.length > 0 && !isThird(model)) {
    return "Function calling with a response mime type: 'application/json' is unsupported"
  }
  const schemas = (tools[0]?.functionDeclarations ?? []).map(({ parameters }) => parameters)
  return [responseSchema, ...schemas].map((schema) => schemaProblem(schema)).find(Boolean)
}

const isThird = (model: string) => model.includes('gemini-3')

function schemaProblem(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { properties, items, anyOf } = schema as { properties?: object; items?: object; anyOf?: object[] }
  const inner = [...Object.values(properties ?? {}), items, ...(anyOf ?? [])]
  return unknownName(schema, SCHEMA, " at 'schema'") ?? inner.map(schemaProblem).find(Boolean)
}

function contentsProblem(model: string, contents: readonly Content[]): string | undefined {
  if (contents.length === 0) return 'GenerateContentRequest.contents: contents is not specified'
  // Whose a content is need not be said: it is the user's then.
  if ((contents[0]?.role ?? 'user') !== 'user') return 'Please ensure that the conversation begins with a user turn.'
  let open = 0
  for (const { role = 'user', parts = [] } of contents) {
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.'
    if (parts.length === 0) return 'GenerateContentRequest.contents: contents.parts must not be empty.'
    const broken = parts.map((part) => partProblem(part)).find(Boolean)
    if (broken) return broken
    const calls = parts.filter(({ functionCall }) => functionCall)
    const answered = parts.filter(({ functionResponse }) => functionResponse).length
    if (answered !== open) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    }
    if (isThird(model) && calls.length > 0 && !calls[0]?.thoughtSignature) {
      return 'Function call is missing a thought_signature in functionCall parts.'
    }
    open = calls.length
  }
  return undefined
}

function partProblem({ text, inlineData, functionResponse, ...others }: Part): string | undefined {
  if (others.thoughtSignature !== undefined && !KNOWN.includes(others.thoughtSignature)) {
    return 'Thought signature is not valid.'
  }
  if (text === '') return 'Unable to submit request because it must have a text parameter.'
  if (inlineData && (!inlineData.mimeType || !/^[A-Za-z0-9+/]+={0,2}$/.test(inlineData.data ?? ''))) {
    return 'Provided image is not valid.'
  }
  if (functionResponse && (typeof functionResponse.response !== 'object' || !functionResponse.name)) {
    return 'GenerateContentRequest.contents: function_response.response: must be a struct.'
  }
  return unknownName(others, ['functionCall', 'thought', 'thoughtSignature'])
}

const STATUSES: Record<string, [number, string, string, string?]> = {
  400: [400, 'INVALID_ARGUMENT', 'The input token count exceeds the maximum number of tokens allowed (1048576).'],
  schema: [400, 'INVALID_ARGUMENT', 'Invalid JSON payload received. Unknown name "examples" at \'tools[0]\''],
  401: [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID'],
  403: [403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'],
  404: [404, 'NOT_FOUND', 'models/gemini-none is not found for API version v1beta'],
  location: [400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'],
  429: [429, 'RESOURCE_EXHAUSTED', 'You exceeded your rate limit. Please retry in 34.4s.'],
  500: [500, 'INTERNAL', 'An internal error has occurred.'],
  503: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
}

/** The answer for an error by status or name; `blocked` is an answer without candidates. */
export function geminiError(which: number | string, listed = false): Response {
  if (which === 'blocked') {
    const usageMetadata = { promptTokenCount: 7, totalTokenCount: 7 }
    return Response.json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata })
  }
  const [status, name, message, reason] = STATUSES[which] ?? [Number(which) || 500, 'UNKNOWN', `Refused: ${which}`]
  return failure(status, name, message, reason, listed)
}

const invalid = (message: string) => failure(400, 'INVALID_ARGUMENT', message)

function failure(status: number, name: string, message: string, reason?: string, listed = false): Response {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }
  const body = { error: { code: status, message, status: name, ...(reason ? { details: [info] } : {}) } }
  return Response.json(listed ? [body] : body, { status })
}

/** GET /v1beta/models. */
export const geminiModels = (behaviour: Behaviour) =>
  behaviour.error
    ? geminiError(behaviour.error)
    : Response.json({
        models: [
          { name: 'models/gemini-2.5-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] },
          { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
          { name: 'models/veo-3', supportedGenerationMethods: ['predictLongRunning'] },
        ],
      })

const EMBEDDINGS = /^\/v1(?:beta)?\/(models\/[^/]+):batchEmbedContents$/

export const isEmbeddingsPath = (path: string) => EMBEDDINGS.test(path)

interface EmbeddingsRequest {
  requests?: { model?: string; content?: Content; outputDimensionality?: number }[]
}

/** POST …:batchEmbedContents: as many vectors as there are texts, and no word about usage. */
export function geminiEmbeddings(path: string, body: EmbeddingsRequest): Response {
  const requests = body.requests ?? []
  const isWrong = requests.some(
    ({ model, content }) => model !== EMBEDDINGS.exec(path)?.[1] || !content?.parts?.[0]?.text,
  )
  if (requests.length === 0 || isWrong) return invalid('BatchEmbedContentsRequest.requests: wrong model or content')
  const vector = (length = 3) => Array.from({ length }, (_, i) => (i === 0 ? 1 : 0))
  return Response.json({
    embeddings: requests.map(({ outputDimensionality }) => ({ values: vector(outputDimensionality) })),
  })
}
