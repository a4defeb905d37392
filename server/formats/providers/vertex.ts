import type { UpstreamRequest } from '../../wire/http1/client/upstream-answer.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import { Unwritable } from '../dialects/dialect.ts'
import type { Channel } from './channel.ts'
import { geminiMethod } from './gemini.ts'
import type { Provider, ProviderCall } from './provider.ts'
import { projectOf, serviceAccount } from './service-account.ts'
import { ANTHROPIC_COUNTED_FIELDS, pickFields, type TokenCounting, tokenCountReader } from './token-counting.ts'
import { regionOf } from './vertex-region.ts'

/**
 * Google's Vertex AI: https://cloud.google.com/vertex-ai/generative-ai/docs. It serves Claude in Anthropic's
 * format, open-weight models (Llama and others, named `publisher/model`) in OpenAI's format, and Gemini.
 */
export const vertex: Provider = {
  format(model) {
    const family = familyOf(model)
    return family === 'open' ? undefined : FORMATS[family]
  },
  access: ({ key }) => (isExpress(key) ? undefined : serviceAccount),
  request: (channel, outgoing) =>
    isExpress(channel.key) ? expressRequest(channel, outgoing) : ofProject(channel, outgoing),
  counting(channel, model) {
    const family = familyOf(model)
    return family === 'open' || isExpress(channel.key) ? undefined : COUNTING[family]
  },
  // There is no list of the models that a project may use.
  metadataRequest: (channel, path) => ({
    url: (isExpress(channel.key) ? expressBase(channel) : baseOf(channel, '')) + path,
    headers: {},
  }),
}

function ofProject(channel: Channel, outgoing: ProviderCall): UpstreamRequest {
  return {
    url: baseOf(channel, outgoing.model) + PATHS[familyOf(outgoing.model)](outgoing),
    headers: {
      authorization: `Bearer ${outgoing.access}`,
      'content-type': outgoing.contentType,
      accept: outgoing.accept,
    },
    body: outgoing.body,
  }
}

/** A key that is not a service account file is an express mode key. */
const isExpress = (key: string) => !key.trimStart().startsWith('{')
const expressBase = ({ baseUrl }: Channel) => `${baseUrl || hostOf('global')}/v1`

/** Supports only Gemini chats: https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview */
function expressRequest(channel: Channel, outgoing: ProviderCall): UpstreamRequest {
  const { endpoint, model, contentType, accept, body } = outgoing
  if (familyOf(model) !== 'gemini' || endpoint.operation === 'embeddings') {
    throw new Unwritable('a key of the express mode serves chats of Gemini only')
  }
  const headers = { 'x-goog-api-key': channel.key, 'content-type': contentType, accept }
  return { url: expressBase(channel) + PATHS.gemini(outgoing), headers, body }
}

type Family = 'claude' | 'gemini' | 'open'

function familyOf(model: string): Family {
  if (/claude/i.test(model)) return 'claude'
  return /llama|\//i.test(model.replace(/^(?:models|google)\//, '')) ? 'open' : 'gemini'
}

const FORMATS = { claude: 'anthropic-vertex', gemini: 'gemini-vertex' } as const

const authorized = (access: string) => ({ authorization: `Bearer ${access}` })

/**
 * https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai and
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens
 */
const COUNTING = {
  claude: {
    format: FORMATS.claude,
    request: (channel, { json, model, access }) => ({
      url: `${baseOf(channel, model)}/publishers/anthropic/models/count-tokens:rawPredict`,
      headers: authorized(access),
      json: { ...pickFields(json, ANTHROPIC_COUNTED_FIELDS), model: model.replace(/[-@](\d{8})$/, '@$1') },
    }),
    tokens: tokenCountReader('input_tokens'),
  },
  gemini: {
    format: FORMATS.gemini,
    request: (channel, { json, model, access }) => ({
      url: `${baseOf(channel, model)}/publishers/google/models/${encodeURIComponent(model.replace(/^(?:models|google)\//, ''))}:countTokens`,
      headers: authorized(access),
      json: pickFields(json, ['contents', 'systemInstruction', 'tools', 'generationConfig']),
    }),
    tokens: tokenCountReader('totalTokens'),
  },
} as const satisfies Record<string, TokenCounting & { format: UpstreamFormat }>

const PATHS: Record<Family, (outgoing: ProviderCall) => string> = {
  claude: ({ model, stream }) =>
    `/publishers/anthropic/models/${dated(model)}:${stream ? 'streamRawPredict' : 'rawPredict'}`,
  gemini({ endpoint, model, stream }) {
    const method = endpoint.operation === 'embeddings' ? 'predict' : geminiMethod(stream)
    return `/publishers/google/models/${encodeURIComponent(model.replace(/^(?:models|google)\//, ''))}:${method}`
  },
  open: ({ endpoint }) => `/endpoints/openapi${endpoint.upstreamPath.replace(/^\/v1/, '')}`,
}

/**
 * Vertex puts the date of Claude models after an `@`:
 * https://platform.claude.com/docs/en/about-claude/models/overview
 */
function dated(model: string): string {
  const [, name = model, date] = /^(.*?)[-@](\d{8})$/.exec(model) ?? []
  return date ? `${encodeURIComponent(name)}@${date}` : encodeURIComponent(model).replaceAll('%40', '@')
}

/** https://cloud.google.com/vertex-ai/docs/general/locations */
function baseOf(channel: Channel, model: string): string {
  const region = regionOf(channel, model)
  const project = encodeURIComponent(projectOf(channel.key))
  return `${channel.baseUrl || hostOf(region)}/v1/projects/${project}/locations/${encodeURIComponent(region)}`
}

function hostOf(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com'
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`
  return `https://${region}-aiplatform.googleapis.com`
}
