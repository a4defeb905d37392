import { reframeBareErrors } from '../dialects/baidu/bare-errors.ts'
import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import { type Provider, type TokenExchange, UnusableKey } from './provider.ts'
import { reframeAnswer } from './reframe-answer.ts'

const JSON_TYPE = 'application/json'
/** Seconds to cache a token without an expiry; the documented lifetime is 30 days. */
const LIFE = 3600

/** Baidu's Wenxin workshop: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/flfmc9do2. Keys are `API key|secret key`. */
export const baidu: Provider = {
  format: 'baidu',
  access: {
    request(channel) {
      const [id, secret] = partsOf(channel)
      const query = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
      const headers = { 'Content-Type': JSON_TYPE, Accept: JSON_TYPE }
      return { method: 'POST', url: `${baseUrlOf(channel)}/oauth/2.0/token?${query}`, headers }
    },
    read: readToken,
  },
  request(channel, { endpoint, model, body, accept, access }) {
    const kind = endpoint.operation === 'embeddings' ? 'embeddings' : 'chat'
    const path = `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${encodeURIComponent(endpointOf(model))}`
    const url = `${baseUrlOf(channel)}${path}?access_token=${encodeURIComponent(access)}`
    return { url, headers: { 'content-type': JSON_TYPE, accept }, body }
  },
  reframe: (answer) => reframeAnswer(answer, reframeBareErrors),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: {} }),
}

function partsOf({ key }: Channel): [id: string, secret: string] {
  const [id, secret, ...more] = key.split('|').map((part) => part.trim())
  if (!id || !secret || more.length > 0) throw new UnusableKey('the key is not of the form APIKey|SecretKey')
  return [id, secret]
}

function readToken(body: unknown): ReturnType<TokenExchange['read']> {
  const { access_token, expires_in, error, error_description, error_msg } = (body ?? {}) as Record<string, unknown>
  if (typeof access_token === 'string' && access_token !== '') {
    return { token: access_token, seconds: Number(expires_in) || LIFE }
  }
  return { refused: `no access token: ${error_description ?? error_msg ?? error ?? 'the answer has none'}` }
}

/** Models whose endpoint is not their name in lower case. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  'ernie-4.0': 'completions_pro',
  'ernie-4.0-8k': 'completions_pro',
  'ernie-bot-4': 'completions_pro',
  'ernie-3.5-8k': 'completions',
  'ernie-bot': 'completions',
  'ernie-bot-turbo': 'eb-instant',
  'ernie-lite-8k-0922': 'eb-instant',
  'ernie-speed': 'ernie_speed',
  'ernie-speed-8k': 'ernie_speed',
  'ernie-bot-8k': 'ernie_bot_8k',
  'ernie-lite-8k-0308': 'ernie-lite-8k',
  'bloomz-7b': 'bloomz_7b1',
  'ernie-4.0-8k-preview-0518': 'completions_adv_pro',
  'ernie-function-8k': 'ernie-func-8k',
  'ernie-character-8k': 'ernie-char-8k',
  'ernie-character-fiction-8k': 'ernie-char-fiction-8k',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
}

/** Returns the last path segment of a model's URL. */
export function endpointOf(model: string): string {
  const name = model.toLowerCase()
  return (Object.hasOwn(ENDPOINTS, name) && ENDPOINTS[name]) || name
}
