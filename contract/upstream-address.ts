import { channelType } from './channel-types/all.ts'

/** What vendors and their consoles print behind the base of their addresses: the path of a call. */
const CALL_PATHS =
  /\/(?:(?:chat\/)?completions|responses|embeddings|messages(?:\/count_tokens)?|models(?:\/[^/]*)?|moderations|rerank|chat|embed|realtime|images\/(?:generations|edits|variations)|audio\/(?:speech|transcriptions|translations)|chat-messages)$/

/** What else is printed at one kind of provider, and is added by its calls. */
const OWN_PATHS: Readonly<Record<string, RegExp>> = {
  // https://learn.microsoft.com/azure/ai-foundry/openai/reference, https://learn.microsoft.com/azure/ai-foundry/how-to/develop/sdk-overview
  azure: /\/(?:openai|api\/projects|models)(?=\/|$).*$/,
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html
  bedrock: /\/model(?=\/|$).*$/,
  // https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
  vertex: /\/v1(?:beta1)?(?=\/projects\/|\/publishers\/|$).*$/,
  // https://ai.google.dev/gemini-api/docs/openai
  gemini: /(?<=\/v1(?:beta)?)\/(?:openai(?=\/|$).*|(?:models|tunedModels)\/.*)$/,
  // https://docs.cohere.com/docs/compatibility-api
  cohere: /\/compatibility(?=\/|$).*$/,
}

/** Ollama's own interface, beside the one in OpenAI's format: https://docs.ollama.com/api/openai-compatibility */
const OLLAMA = 4
const OLLAMA_PATHS = /\/api(?:\/(?:chat|generate|tags))?$/

/**
 * Returns the base of an address as calls need it, in whatever form it was printed: with the path of a call, a query, or a
 * slash at its end. The version stays. Addresses of types that take a full URL stay as they are.
 */
export function upstreamBase(type: number, given: string): string {
  const trimmed = given.trim().replace(/\/+$/, '')
  const kind = channelType(type)
  if (kind?.fields.base_url === 'full-url' || !URL.canParse(trimmed)) return trimmed
  const [path = ''] = trimmed.split('?', 1)
  const own = type === OLLAMA ? OLLAMA_PATHS : OWN_PATHS[kind?.provider ?? '']
  const base = withoutPath(path.replace(/\/+$/, ''), own)
  // A query is part of a call; behind anything else it is a mistake, which is refused.
  return base === path ? trimmed : base
}

function withoutPath(address: string, own: RegExp | undefined): string {
  const { origin } = new URL(address)
  const path = address.slice(origin.length)
  if (!address.toLowerCase().startsWith(origin)) return address
  const below = (own ? path.replace(own, '') : path).replace(CALL_PATHS, '')
  return address.slice(0, origin.length) + below
}
