import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'
import { ANTHROPIC_COUNTED_FIELDS, pickFields, tokenCountReader } from './token-counting.ts'

/** https://platform.claude.com/docs/en/api/versioning */
const VERSION = '2023-06-01'
/**
 * The maximum page size of the model list, whose default is 20: https://platform.claude.com/docs/en/api/models-list
 */
const PAGE_SIZE = 1000

/** Anthropic's Messages API, and compatible servers at other addresses. */
export const anthropic: Provider = {
  format: 'anthropic',
  request: (channel, { body, contentType, accept, forwarded }) => ({
    url: `${baseUrlOf(channel)}/v1/messages`,
    headers: { ...credentialOf(channel), ...forwarded, 'content-type': contentType, accept },
    body,
  }),
  counting: () => ({
    format: 'anthropic',
    request: (channel, { json }) => ({
      url: `${baseUrlOf(channel)}/v1/messages/count_tokens`,
      headers: credentialOf(channel),
      json: pickFields(json, ANTHROPIC_COUNTED_FIELDS),
    }),
    tokens: tokenCountReader('input_tokens'),
  }),
  metadataRequest: (channel, path) => ({
    url: `${baseUrlOf(channel)}${path}${path === '/v1/models' ? `?limit=${PAGE_SIZE}` : ''}`,
    headers: credentialOf(channel),
  }),
}

const credentialOf = ({ key }: Channel) => ({ 'x-api-key': key, 'anthropic-version': VERSION })
