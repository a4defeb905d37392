import type { Operation } from '#contract/channel-types/channel-type.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallerFormat, UpstreamFormat } from '../dialects/all.ts'
import { cohereEmbedCall } from '../dialects/cohere/embeddings.ts'
import type { EmbeddingsCaller } from '../dialects/dialect.ts'
import { geminiEmbedCall, geminiEmbedCalls } from '../dialects/gemini/embed-call.ts'
import { openaiEmbedCall } from '../dialects/openai/embed-call.ts'
import { meantPath } from './meant-path.ts'

export type { Operation } from '#contract/channel-types/channel-type.ts'

export interface RelayEndpoint {
  operation: Operation
  /** How its callers word requests, and read answers. */
  format: CallerFormat
  /** Path on an upstream of the same format, below its base URL. */
  upstreamPath: string
  /** The body field without which the call makes no sense; `none`: there is no body. */
  requiredField:
    | 'messages'
    | 'texts'
    | 'prompt'
    | 'input'
    | 'contents'
    | 'content'
    | 'requests'
    | 'file'
    | 'query'
    | 'none'
  /** Fields that may stand for it. */
  insteadOfIt?: readonly string[]
  /** All fields that models read, where each must hold something, and what is said of an empty one. */
  filled?: Readonly<Record<string, ErrorCode>>
  /** The answer has output tokens, so a hold grows with it. */
  hasOutput: boolean
  /** The body is a form with a file, not JSON. */
  form?: true
  /** `session`: the console's playground, which has no token. */
  auth: 'token' | 'session'
  /** Used when the body names no model. */
  defaultModel?: string
  /** Headers of the caller that an upstream of the same format gets. */
  forwards?: readonly string[]
  /** The model stands in the path. */
  model?: string
  /** The path says whether the answer is streamed. */
  stream?: boolean
  /** Upstreams of this format have the model in their path, too: it does not belong in the body. */
  modelInPath?: true
  /** How its callers ask for embeddings. */
  embeddings?: EmbeddingsCaller
  /** A stream is wanted as one JSON array instead of events. */
  asArray?: true
  /** The answer is a compacted conversation. */
  compacts?: true
  /** Azure's version of the interface, where the caller's address names one. */
  apiVersion?: string
}

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
  insteadOfIt: ['prompt', 'previous_response_id', 'conversation'],
  hasOutput: true,
  auth: 'token',
}
/** Where an upstream of a format is called that has OpenAI's paths; others know their own. */
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
  embeddings: openaiEmbedCall,
}

const posts: Record<string, RelayEndpoint> = {
  '/v1/chat/completions': OPENAI_CHAT,
  '/pg/chat/completions': { ...OPENAI_CHAT, auth: 'session' },
  '/v1/responses': OPENAI_RESPONSES,
  // https://platform.openai.com/docs/api-reference/responses/compact
  '/v1/responses/compact': {
    ...OPENAI_RESPONSES,
    upstreamPath: '/v1/responses/compact',
    insteadOfIt: ['previous_response_id'],
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
    forwards: ['anthropic-version', 'anthropic-beta'],
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
    insteadOfIt: ['inputs', 'images'],
    hasOutput: false,
    auth: 'token',
    embeddings: cohereEmbedCall,
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
  // Jina's and Cohere's, not OpenAI's: https://api.jina.ai/redoc
  '/v1/rerank': {
    operation: 'rerank',
    format: 'openai',
    upstreamPath: '/v1/rerank',
    requiredField: 'query',
    filled: { query: 'invalid_query', documents: 'invalid_documents' },
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
  posts[`/v1/audio/${operation}`] = {
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

/** OpenAI's older paths, and Azure's: https://learn.microsoft.com/azure/ai-foundry/openai/reference */
const WITH_MODEL = [/^\/v1\/engines\/([^/]+)(\/embeddings)$/, /^\/openai\/deployments\/([^/]+)(\/.+)$/]

/** The endpoint of a POST path, or undefined when nothing is relayed there. */
export function relayEndpoint(path: string): RelayEndpoint | undefined {
  return posts[path] ?? foundEndpoint(meantPath(path))
}

function foundEndpoint(path: string): RelayEndpoint | undefined {
  const exact = posts[path]
  if (exact) return exact
  for (const pattern of WITH_MODEL) {
    const [, name, below] = pattern.exec(path) ?? []
    const endpoint = posts[`/v1${below}`]
    const model = name && endpoint && decoded(name)
    if (model) return { ...endpoint, model }
  }
  return path.includes(':') ? geminiEndpoint(path) : undefined
}

const GEMINI = /^\/v1(?:beta|alpha)?\/models\/(.+):(\w+)$/

/** https://ai.google.dev/api/generate-content, https://ai.google.dev/api/embeddings */
function geminiEndpoint(path: string): RelayEndpoint | undefined {
  const [, encoded = '', method = ''] = GEMINI.exec(path) ?? []
  const asked = geminiMethods.get(method)
  const model = asked && decoded(encoded)
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
    embedContent: { ...embed, requiredField: 'content', embeddings: geminiEmbedCall },
    batchEmbedContents: { ...embed, requiredField: 'requests', embeddings: geminiEmbedCalls },
  }),
)

/** undefined for a text that is no percent-encoding of anything. */
function decoded(text: string): string | undefined {
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
  /^\/v1\/images\/(edits|variations)$/,
  /^\/v1\/edits$/,
  // Nothing is stored here that could be fetched, cancelled or listed.
  /^\/v1\/responses\/./,
]

/** Paths of the OpenAI interface that are known and not offered: they answer 501. */
export function isNotImplemented(path: string, method: string): boolean {
  return NOT_IMPLEMENTED.some((pattern) => pattern.test(path)) || (method === 'DELETE' && /^\/v1\/models\//.test(path))
}
