import { channelType } from './channel-types/all.ts'

/** What vendors and their consoles print behind the base of their addresses: the path of a call. */
const CALL_PATHS =
  /\/(?:(?:chat\/)?completions|responses|embeddings|messages(?:\/count_tokens)?|models(?:\/[^/]*)?|moderations|rerank|chat|embed|realtime|images\/(?:generations|edits|variations)|audio\/(?:speech|transcriptions|translations)|chat-messages|text\/chatcompletion_v2|(?:models\/[^/]+\/[^/]+\/)?predictions)$/i

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

/** Interfaces in other formats that vendors have beside the one in OpenAI's. */
const OTHER_INTERFACES: Readonly<Record<number, RegExp>> = {
  // https://docs.ollama.com/api/openai-compatibility
  4: /\/api(?:\/(?:chat|generate|tags))?$/,
  // https://help.aliyun.com/zh/model-studio/qwen-api-reference
  17: /\/(?:api\/v1|apps\/anthropic)(?=\/|$).*$/,
  // https://platform.moonshot.ai/docs/guide/agent-support
  25: /\/anthropic(?=\/|$).*$/,
  // https://docs.bigmodel.cn/cn/guide/develop/claude
  26: /\/api\/anthropic(?=\/|$).*$/,
  // https://platform.minimax.io/docs/api-reference/text-anthropic-api
  35: /\/anthropic(?=\/|$).*$/,
  // https://api-docs.deepseek.com/guides/anthropic_api
  // https://docs.github.com/en/rest/models/inference: only the path of the list does not begin with it.
  1005: /\/inference(?=\/|$).*$/,
  43: /\/anthropic(?=\/|$).*$/,
}

/**
 * Returns the base of an address as calls need it, in whatever form it was printed: with the path of a call, a query, or a
 * slash at its end. The version stays. Addresses of types that take a full URL stay as they are.
 */
export function upstreamBase(type: number, given: string): string {
  const trimmed = given.trim().replace(/\/+$/, '')
  const kind = channelType(type)
  if (kind?.fields.base_url === 'full-url' || !URL.canParse(trimmed)) return trimmed
  // Some clients mark whole addresses by a sign at their end.
  const address = trimmed.replace(/#$/, '')
  const [path = ''] = address.split('?', 1)
  const own = OTHER_INTERFACES[type] ?? OWN_PATHS[kind?.provider ?? '']
  const base = withoutPath(path.replace(/\/+$/, ''), own)
  // A query is part of a call; behind anything else it is a mistake, which is refused.
  return base === path ? address.replace(/\/+$/, '') : base
}

function withoutPath(address: string, own: RegExp | undefined): string {
  const { origin } = new URL(address)
  const path = address.slice(origin.length)
  if (!address.toLowerCase().startsWith(origin)) return address
  const below = (own ? path.replace(own, '') : path).replace(CALL_PATHS, '')
  return address.slice(0, origin.length) + below
}

/** Addresses of Azure's newer API, in which the version is `v1` and no query. */
const AZURE_V1 = /\/openai\/v1(?=[/?#]|$)|\.services\.ai\.azure\.com\/(?:models|api\/projects)(?=[/?#]|$)/i

/** Returns the API version in an address as Azure's console prints it; undefined = it names none. */
export function versionInAddress(type: number, given: string): string | undefined {
  if (channelType(type)?.provider !== 'azure') return undefined
  if (AZURE_V1.test(given)) return 'v1'
  return /[?&]api-version=([\w.-]+)/i.exec(given)?.[1]
}
