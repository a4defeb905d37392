import type { Channel } from '../registry/channels.ts'
import { baseOf } from './base-url.ts'
import { ANTHROPIC_COUNTED, fieldsOf, tokensIn } from './counting.ts'
import type { Provider } from './provider.ts'

/** https://platform.claude.com/docs/en/api/versioning */
const VERSION = '2023-06-01'
/** As many models as one page of the list has at most, which by default has 20: https://platform.claude.com/docs/en/api/models-list */
const PAGE = 1000

/** Anthropic's Messages API, and whatever serves it below another address. */
export const anthropic: Provider = {
  format: 'anthropic',
  request: (channel, { body, contentType, accept, forwarded }) => ({
    url: `${baseOf(channel)}/v1/messages`,
    headers: { ...credentialOf(channel), ...forwarded, 'content-type': contentType, accept },
    body,
  }),
  counting: () => ({
    format: 'anthropic',
    request: (channel, { json }) => ({
      url: `${baseOf(channel)}/v1/messages/count_tokens`,
      headers: credentialOf(channel),
      json: fieldsOf(json, ANTHROPIC_COUNTED),
    }),
    tokens: tokensIn('input_tokens'),
  }),
  reading: (channel, path) => ({
    url: `${baseOf(channel)}${path}${path === '/v1/models' ? `?limit=${PAGE}` : ''}`,
    headers: credentialOf(channel),
  }),
}

const credentialOf = ({ key }: Channel) => ({ 'x-api-key': key, 'anthropic-version': VERSION })
