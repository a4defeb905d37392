import type { Operation } from '#contract/channel-types/channel-type.ts'
import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'

/** The maximum page size of the model list: https://docs.cohere.com/reference/list-models */
const PAGE_SIZE = 1000

/** Cohere's own API, version 2. */
export const cohere: Provider = {
  format: 'cohere',
  request: (channel, { endpoint, body, contentType, accept }) => ({
    url: `${baseUrlOf(channel)}${PATHS[endpoint.operation] ?? '/v2/chat'}`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body,
  }),
  metadataRequest: (channel, path) => ({
    url: `${baseUrlOf(channel)}${path}${path === '/v1/models' ? `?page_size=${PAGE_SIZE}` : ''}`,
    headers: credentialOf(channel),
  }),
}

const PATHS: Partial<Record<Operation, string>> = { rerank: '/v2/rerank', embeddings: '/v2/embed' }

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
