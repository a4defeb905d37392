import type { Operation } from '#contract/channel-types.ts'

export type { Operation } from '#contract/channel-types.ts'

export interface RelayEndpoint {
  operation: Operation
  /** Path on an upstream of the same format, below its base URL. */
  upstreamPath: string
  /** The body field without which the call makes no sense. */
  requiredField: 'messages' | 'prompt' | 'input'
  /** The answer has output tokens, so a hold grows with it. */
  hasOutput: boolean
  /** `session`: the console's playground, which has no token. */
  auth: 'token' | 'session'
  /** Used when the body names no model. */
  defaultModel?: string
  /** The model stands in the path. */
  model?: string
  /** Azure's version of the interface, where the caller's address names one. */
  apiVersion?: string
}

const chat: RelayEndpoint = {
  operation: 'chat',
  upstreamPath: '/v1/chat/completions',
  requiredField: 'messages',
  hasOutput: true,
  auth: 'token',
}
const embeddings: RelayEndpoint = {
  operation: 'embeddings',
  upstreamPath: '/v1/embeddings',
  requiredField: 'input',
  hasOutput: false,
  auth: 'token',
}

const posts: Record<string, RelayEndpoint> = {
  '/v1/chat/completions': chat,
  '/pg/chat/completions': { ...chat, auth: 'session' },
  '/v1/completions': {
    operation: 'completions',
    upstreamPath: '/v1/completions',
    requiredField: 'prompt',
    hasOutput: true,
    auth: 'token',
  },
  '/v1/embeddings': embeddings,
  '/v1/moderations': {
    operation: 'moderations',
    upstreamPath: '/v1/moderations',
    requiredField: 'input',
    hasOutput: false,
    auth: 'token',
    // OpenAI's own default: https://platform.openai.com/docs/api-reference/moderations/create
    defaultModel: 'omni-moderation-latest',
  },
}

const ENGINE_EMBEDDINGS = /^\/v1\/engines\/([^/]+)\/embeddings$/

/** The endpoint of a POST path, or undefined when nothing is relayed there. */
export function relayEndpoint(path: string): RelayEndpoint | undefined {
  const exact = posts[path]
  if (exact) return exact
  const engine = ENGINE_EMBEDDINGS.exec(path)?.[1]
  const model = engine && decoded(engine)
  return model ? { ...embeddings, model } : undefined
}

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
]

/** Paths of the OpenAI interface that are known and not offered: they answer 501. */
export function isNotImplemented(path: string, method: string): boolean {
  return NOT_IMPLEMENTED.some((pattern) => pattern.test(path)) || (method === 'DELETE' && /^\/v1\/models\//.test(path))
}
