import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'
import { tokenCountReader } from './token-counting.ts'

const VERSION = 'v1beta'
/** More than Google has models, so that one page holds the whole list. */
const PAGE_SIZE = 1000

/** Google's Gemini API with an AI Studio key: https://ai.google.dev/api/generate-content */
export const gemini: Provider = {
  format: 'gemini',
  request: (channel, { endpoint, model, stream, body, contentType, accept }) => ({
    url: `${versionOf(channel)}/${modelResource(model)}:${methodOf(endpoint.operation, stream)}`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body,
  }),
  // https://ai.google.dev/api/tokens
  counting: () => ({
    format: 'gemini',
    request: (channel, { json, model }) => ({
      url: `${versionOf(channel)}/${modelResource(model)}:countTokens`,
      headers: credentialOf(channel),
      json: { generateContentRequest: { ...json, model: modelResource(model) } },
    }),
    tokens: tokenCountReader('totalTokens'),
  }),
  metadataRequest: (channel, path) => ({
    url: `${versionOf(channel)}${path.replace(/^\/v1\//, '/')}?pageSize=${PAGE_SIZE}`,
    headers: credentialOf(channel),
  }),
}

const methodOf = (operation: string, stream: boolean) =>
  operation === 'embeddings' ? 'batchEmbedContents' : geminiMethod(stream)

/** Returns the method, which is the last part of the URL. */
export const geminiMethod = (stream: boolean) => (stream ? 'streamGenerateContent?alt=sse' : 'generateContent')

/** The base URL with the API version. */
const versionOf = (channel: Channel) => `${baseUrlOf(channel)}/${encodeURIComponent(channel.other || VERSION)}`

/** Returns the resource name. Model names may include their collection; those of tuned models always do. */
export function modelResource(model: string): string {
  const [, collection = 'models', name = ''] = /^(?:(models|tunedModels)\/)?(.*)$/s.exec(model) ?? []
  return `${collection}/${encodeURIComponent(name)}`
}

const credentialOf = ({ key }: Channel) => ({ 'x-goog-api-key': key })
