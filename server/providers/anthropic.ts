import type { Channel } from '../channels/registry.ts'
import { baseOf } from './base-url.ts'
import type { Provider } from './provider.ts'

/** https://platform.claude.com/docs/en/api/versioning */
const VERSION = '2023-06-01'

/** Anthropic's Messages API, and whatever serves it below another address. */
export const anthropic: Provider = {
  format: 'anthropic',
  request: (channel, { body, contentType, accept, forwarded }) => ({
    url: `${baseOf(channel)}/v1/messages`,
    headers: { ...credentialOf(channel), ...forwarded, 'content-type': contentType, accept },
    body,
  }),
  reading: (channel, path) => ({ url: baseOf(channel) + path, headers: credentialOf(channel) }),
}

const credentialOf = ({ key }: Channel) => ({ 'x-api-key': key, 'anthropic-version': VERSION })
