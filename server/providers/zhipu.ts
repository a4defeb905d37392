import { createHmac } from 'node:crypto'
import type { Channel } from '../channels/registry.ts'
import { callAddress, openai } from './openai.ts'
import type { FieldText, Provider } from './provider.ts'

const LIFETIME_MS = 3_600_000
/** What is left of a token's life when the next one is signed; clocks differ. */
const RENEWAL_MS = 600_000

/** Zhipu's version 4, which is OpenAI's format with signed tokens: https://docs.bigmodel.cn/cn/api/introduction */
export const zhipu: Provider = {
  request(channel, outgoing) {
    const { contentType, accept, body } = outgoing
    const headers = { authorization: `Bearer ${tokenOf(channel)}`, 'content-type': contentType, accept }
    return { url: callAddress(channel, outgoing), headers, body }
  },
  edits: (_channel, _endpoint, text) => ({ ...listOfStops(text), ...bareImages(text) }),
  reading: (channel, path) => ({
    ...openai.reading(channel, path),
    headers: { authorization: `Bearer ${tokenOf(channel)}` },
  }),
}

const tokens = new WeakMap<Channel, { token: string; until: number }>()

function tokenOf(channel: Channel): string {
  const known = tokens.get(channel)
  const now = Date.now()
  if (known && now < known.until) return known.token
  const token = signedToken(channel.key, now, LIFETIME_MS)
  tokens.set(channel, { token, until: now + LIFETIME_MS - RENEWAL_MS })
  return token
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The token that a key `id.secret` signs: a JWT whose times are milliseconds. Any other key is one already.
 * Source: the SDK at https://github.com/MetaGLM/zhipuai-sdk-python-v4.
 */
export function signedToken(key: string, now: number, lifetimeMs: number): string {
  const [id, secret, ...more] = key.split('.')
  if (!id || !secret || more.length > 0) return key
  const head = encoded({ alg: 'HS256', sign_type: 'SIGN' })
  const payload = encoded({ api_key: id, exp: now + lifetimeMs, timestamp: now })
  const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  return `${head}.${payload}.${signature}`
}

/** `stop` must be a list. */
function listOfStops(text: FieldText) {
  const stop = text('stop')
  return stop?.startsWith('"') ? { stop: `[${stop}]` } : {}
}

const DATA_IMAGE = /"url"(\s*:\s*)"data:image\/[\w.+-]+;base64,/g

/** An image in the request is its base64 alone, not a data URL. Inside a text the quotes would be escaped. */
function bareImages(text: FieldText) {
  const messages = text('messages')
  return messages?.includes('"data:image/') ? { messages: messages.replace(DATA_IMAGE, '"url"$1"') } : {}
}
