import type { Channel } from '../registry/channels.ts'
import { baseOf } from './base-url.ts'
import { tokensIn } from './counting.ts'
import type { Provider } from './provider.ts'

const VERSION = 'v1beta'
/** More than Google has models, so that the list comes in one piece. */
const PAGE = 1000

/** Google's Gemini API with a key of AI Studio: https://ai.google.dev/api/generate-content */
export const gemini: Provider = {
  format: 'gemini',
  request: (channel, { endpoint, model, stream, body, contentType, accept }) => ({
    url: `${versionOf(channel)}/${resourceOf(model)}:${methodOf(endpoint.operation, stream)}`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body,
  }),
  // https://ai.google.dev/api/tokens
  counting: () => ({
    format: 'gemini',
    request: (channel, { json, model }) => ({
      url: `${versionOf(channel)}/${resourceOf(model)}:countTokens`,
      headers: credentialOf(channel),
      json: { generateContentRequest: { ...json, model: resourceOf(model) } },
    }),
    tokens: tokensIn('totalTokens'),
  }),
  reading: (channel, path) => ({
    url: `${versionOf(channel)}${path.replace(/^\/v1\//, '/')}?pageSize=${PAGE}`,
    headers: credentialOf(channel),
  }),
}

const methodOf = (operation: string, stream: boolean) =>
  operation === 'embeddings' ? 'batchEmbedContents' : geminiMethod(stream)

/** What a model is asked to do, as the last part of the address. */
export const geminiMethod = (stream: boolean) => (stream ? 'streamGenerateContent?alt=sse' : 'generateContent')

/** Base address with the version of the interface. */
const versionOf = (channel: Channel) => `${baseOf(channel)}/${encodeURIComponent(channel.other || VERSION)}`

/** Models may be named with their collection; those that are tuned always are. */
export function resourceOf(model: string): string {
  const [, collection = 'models', name = ''] = /^(?:(models|tunedModels)\/)?(.*)$/s.exec(model) ?? []
  return `${collection}/${encodeURIComponent(name)}`
}

const credentialOf = ({ key }: Channel) => ({ 'x-goog-api-key': key })
