import type { Operation } from '#contract/channel-types/channel-type.ts'
import type { Channel } from '../registry/channels.ts'
import { baseOf } from './base-url.ts'
import type { Provider } from './provider.ts'

/** As many models as one page of the list has at most: https://docs.cohere.com/reference/list-models */
const PAGE = 1000

/** Cohere's own API; calls go to its second version. */
export const cohere: Provider = {
  format: 'cohere',
  request: (channel, { endpoint, body, contentType, accept }) => ({
    url: `${baseOf(channel)}${PATHS[endpoint.operation] ?? '/v2/chat'}`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body,
  }),
  reading: (channel, path) => ({
    url: `${baseOf(channel)}${path}${path === '/v1/models' ? `?page_size=${PAGE}` : ''}`,
    headers: credentialOf(channel),
  }),
}

const PATHS: Partial<Record<Operation, string>> = { rerank: '/v2/rerank', embeddings: '/v2/embed' }

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
