import type { Operation } from '#contract/channel-types/channel-type.ts'
import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallerFormat, UpstreamFormat } from '../dialects/all.ts'
import { cohereCallerEmbeddings } from '../dialects/cohere/embeddings.ts'
import type { CallerEmbeddingsDialect } from '../dialects/dialect.ts'
import { geminiCallerEmbedding, geminiCallerEmbeddings } from '../dialects/gemini/caller-embeddings.ts'
import { openaiCallerEmbeddings } from '../dialects/openai/caller-embeddings.ts'
import { normalizePath } from './normalize-path.ts'

export type { Operation } from '#contract/channel-types/channel-type.ts'

export interface RelayEndpoint {
  operation: Operation
  /** The format of the caller's requests and of its answers. */
  format: CallerFormat
  /** Path on an upstream of the same format, below its base URL. */
  upstreamPath: string
  /** The required field of the body; `none`: there is no body. */
  requiredField:
    | 'messages'
    | 'texts'
    | 'prompt'
    | 'input'
    | 'contents'
    | 'content'
    | 'requests'
    | 'file'
    | 'image'
    | 'query'
    | 'none'
  /** Fields that may replace it. */
  alternativeFields?: readonly string[]
  /** All fields that models read and that must not be empty, with the error for an empty one. */
  nonEmptyFields?: Readonly<Record<string, ErrorCode>>
  /** Whether the answer has output tokens, so that a hold grows with it. */
  hasOutput: boolean
  /** Further required fields of a form. */
  alsoRequired?: readonly string[]
  /** Whether the body is a form with a file, not JSON. */
  form?: true
  /** `session`: the console's playground, which uses no token. */
  auth: 'token' | 'session'
  /** Used when the body names no model. */
  defaultModel?: string
  /** Headers of the caller that are forwarded to an upstream of the same format. */
  forwardedHeaders?: readonly string[]
  /** The model, where it is part of the path. */
  model?: string
  /** Whether the answer is streamed, where the path decides it. */
  stream?: boolean
  /** Upstreams of this format have the model in their path, too: it must not be in the body. */
  modelInPath?: true
  /** The format of the caller's requests for embeddings. */
  embeddings?: CallerEmbeddingsDialect
  /** Whether a stream is returned as one JSON array instead of events. */
  asArray?: true
  /** Whether the answer is a compacted conversation. */
  compacts?: true
  /** Azure's interface version, where the caller's URL contains one. */
  apiVersion?: string
}

/** The kind of each operation that has one in all formats; `chat` is told by its format. */
const KINDS: Record<Exclude<Operation, 'chat'>, EndpointKind> = {
  completions: 'completions',
  embeddings: 'embeddings',
  moderations: 'moderations',
  images: 'images',
  imageEdits: 'images',
  imageVariations: 'images',
  speech: 'speech',
  transcriptions: 'transcriptions',
  translations: 'transcriptions',
  rerank: 'rerank',
  realtime: 'realtime',
}
const CHAT_KINDS: Record<CallerFormat, EndpointKind> = {
  openai: 'chat',
  responses: 'responses',
  anthropic: 'messages',
  gemini: 'gemini',
  cohere: 'cohere',
}
/** Whether the answer to an operation is pictures. */
export const isPictureOperation = (operation: Operation): boolean =>
  operation !== 'chat' && KINDS[operation] === 'images'

/** Returns the kind by which tokens are restricted. */
export const endpointKind = ({ operation, format }: Pick<RelayEndpoint, 'operation' | 'format'>): EndpointKind =>
  operation === 'chat' ? CHAT_KINDS[format] : KINDS[operation]

export const OPENAI_CHAT: RelayEndpoint = {
  operation: 'chat',
  format: 'openai',
  upstreamPath: '/v1/chat/completions',
  requiredField: 'messages',
  hasOutput: true,
  auth: 'token',
}
export const OPENAI_RESPONSES: RelayEndpoint = {
  operation: 'chat',
  format: 'responses',
  upstreamPath: '/v1/responses',
  requiredField: 'input',
  alternativeFields: ['prompt', 'previous_response_id', 'conversation'],
  hasOutput: true,
  auth: 'token',
}
/** Returns the endpoint on an upstream of a format that uses OpenAI's paths; other formats have their own. */
export function endpointIn(format: UpstreamFormat, own: RelayEndpoint): RelayEndpoint {
  if (format === 'responses') return OPENAI_RESPONSES
  if (format !== 'openai') return own
  return own.operation === 'embeddings' ? embeddings : OPENAI_CHAT
}

/** A WebSocket: https://developers.openai.com/api/docs/guides/realtime-websocket */
export const REALTIME: RelayEndpoint = {
  operation: 'realtime',
  format: 'openai',
  upstreamPath: '/v1/realtime',
  requiredField: 'none',
  hasOutput: true,
  auth: 'token',
}
const embeddings: RelayEndpoint = {
  operation: 'embeddings',
  format: 'openai',
  upstreamPath: '/v1/embeddings',
  requiredField: 'input',
  hasOutput: false,
  auth: 'token',
  embeddings: openaiCallerEmbeddings,
}

const postEndpoints: Record<string, RelayEndpoint> = {
  '/v1/chat/completions': OPENAI_CHAT,
  '/pg/chat/completions': { ...OPENAI_CHAT, auth: 'session' },
  '/v1/responses': OPENAI_RESPONSES,
  // https://platform.openai.com/docs/api-reference/responses/compact
  '/v1/responses/compact': {
    ...OPENAI_RESPONSES,
    upstreamPath: '/v1/responses/compact',
    alternativeFields: ['previous_response_id'],
    stream: false,
    compacts: true,
  },
  '/v1/completions': {
    operation: 'completions',
    format: 'openai',
    upstreamPath: '/v1/completions',
    requiredField: 'prompt',
    hasOutput: true,
    auth: 'token',
  },
  '/v1/messages': {
    operation: 'chat',
    format: 'anthropic',
    upstreamPath: '/v1/messages',
    requiredField: 'messages',
    hasOutput: true,
    auth: 'token',
    // https://platform.claude.com/docs/en/api/versioning, https://platform.claude.com/docs/en/api/beta-headers
    forwardedHeaders: ['anthropic-version', 'anthropic-beta'],
  },
  // https://docs.cohere.com/reference/chat
  '/v2/chat': {
    operation: 'chat',
    format: 'cohere',
    upstreamPath: '/v2/chat',
    requiredField: 'messages',
    hasOutput: true,
    auth: 'token',
  },
  // https://docs.cohere.com/reference/embed
  '/v2/embed': {
    operation: 'embeddings',
    format: 'cohere',
    upstreamPath: '/v2/embed',
    requiredField: 'texts',
    alternativeFields: ['inputs', 'images'],
    hasOutput: false,
    auth: 'token',
    embeddings: cohereCallerEmbeddings,
  },
  '/v1/embeddings': embeddings,
  '/v1/moderations': {
    operation: 'moderations',
    format: 'openai',
    upstreamPath: '/v1/moderations',
    requiredField: 'input',
    hasOutput: false,
    auth: 'token',
    // OpenAI's own default: https://platform.openai.com/docs/api-reference/moderations/create
    defaultModel: 'omni-moderation-latest',
  },
  // Defined by Jina and Cohere, not by OpenAI: https://api.jina.ai/redoc
  '/v1/rerank': {
    operation: 'rerank',
    format: 'openai',
    upstreamPath: '/v1/rerank',
    requiredField: 'query',
    nonEmptyFields: { query: 'invalid_query', documents: 'invalid_documents' },
    hasOutput: false,
    auth: 'token',
  },
  '/v1/images/generations': {
    operation: 'images',
    format: 'openai',
    upstreamPath: '/v1/images/generations',
    requiredField: 'prompt',
    hasOutput: true,
    auth: 'token',
    // OpenAI's own default: https://platform.openai.com/docs/api-reference/images/create
    defaultModel: 'dall-e-2',
  },
  '/v1/audio/speech': {
    operation: 'speech',
    format: 'openai',
    upstreamPath: '/v1/audio/speech',
    requiredField: 'input',
    hasOutput: true,
    auth: 'token',
    defaultModel: 'tts-1',
  },
}

for (const operation of ['transcriptions', 'translations'] as const) {
  postEndpoints[`/v1/audio/${operation}`] = {
    operation,
    format: 'openai',
    upstreamPath: `/v1/audio/${operation}`,
    requiredField: 'file',
    form: true,
    hasOutput: true,
    auth: 'token',
    defaultModel: 'whisper-1',
  }
}

/** https://platform.openai.com/docs/api-reference/images: forms with one picture or several, and a mask. */
for (const [operation, upstreamPath, alsoRequired] of [
  ['imageEdits', '/v1/images/edits', ['prompt']],
  ['imageVariations', '/v1/images/variations', []],
] as const) {
  postEndpoints[upstreamPath] = {
    operation,
    format: 'openai',
    upstreamPath,
    requiredField: 'image',
    alsoRequired,
    form: true,
    hasOutput: true,
    auth: 'token',
    defaultModel: 'dall-e-2',
  }
}

/** OpenAI's older paths, and Azure's: https://learn.microsoft.com/azure/ai-foundry/openai/reference */
const MODEL_PATHS = [/^\/v1\/engines\/([^/]+)(\/embeddings)$/, /^\/openai\/deployments\/([^/]+)(\/.+)$/]

/** Returns the endpoint of a POST path; undefined = nothing is relayed there. */
export function relayEndpoint(path: string): RelayEndpoint | undefined {
  return postEndpoints[path] ?? findEndpoint(normalizePath(path))
}

function findEndpoint(path: string): RelayEndpoint | undefined {
  const exact = postEndpoints[path]
  if (exact) return exact
  for (const pattern of MODEL_PATHS) {
    const [, name, below] = pattern.exec(path) ?? []
    const endpoint = postEndpoints[`/v1${below}`]
    const model = name && endpoint && decodePathPart(name)
    if (model) return { ...endpoint, model }
  }
  return path.includes(':') ? geminiEndpoint(path) : undefined
}

const GEMINI = /^\/v1(?:beta|alpha)?\/models\/(.+):(\w+)$/

/** https://ai.google.dev/api/generate-content, https://ai.google.dev/api/embeddings */
function geminiEndpoint(path: string): RelayEndpoint | undefined {
  const [, encoded = '', method = ''] = GEMINI.exec(path) ?? []
  const asked = geminiMethods.get(method)
  const model = asked && decodePathPart(encoded)
  if (!model) return undefined
  return { ...asked, format: 'gemini', upstreamPath: path, auth: 'token', model, modelInPath: true }
}

type GeminiMethod = Pick<RelayEndpoint, 'operation' | 'requiredField' | 'hasOutput' | 'stream' | 'embeddings'>
const generate = { operation: 'chat', requiredField: 'contents', hasOutput: true } as const
const embed = { operation: 'embeddings', hasOutput: false, stream: false } as const

const geminiMethods = new Map<string, GeminiMethod>(
  Object.entries({
    generateContent: { ...generate, stream: false },
    streamGenerateContent: { ...generate, stream: true },
    embedContent: { ...embed, requiredField: 'content', embeddings: geminiCallerEmbedding },
    batchEmbedContents: { ...embed, requiredField: 'requests', embeddings: geminiCallerEmbeddings },
  }),
)

/** Returns undefined for invalid percent-encoding. */
function decodePathPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const NOT_IMPLEMENTED = [
  /^\/v1\/files(\/|$)/,
  /^\/v1\/fine-tunes(\/|$)/,
  /^\/v1\/fine_tuning\//,
  /^\/v1\/edits$/,
  // Responses are not offered here to be fetched, cancelled or listed.
  /^\/v1\/responses\/./,
]

/** Paths of the OpenAI interface that are known but not offered: they return 501. */
export function isNotImplemented(path: string, method: string): boolean {
  return NOT_IMPLEMENTED.some((pattern) => pattern.test(path)) || (method === 'DELETE' && /^\/v1\/models\//.test(path))
}
