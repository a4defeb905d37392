import type { Channel } from './channel.ts'
import { callUrl, openai } from './openai.ts'
import type { FieldText, Provider } from './provider.ts'
import { signZhipuToken, splitZhipuKey } from './zhipu-token.ts'

const LIFETIME_MS = 3_600_000
/** The remaining lifetime of a token at which the next one is signed, because clocks differ. */
const RENEWAL_MS = 600_000

/** Zhipu's version 4: OpenAI's format with signed tokens: https://docs.bigmodel.cn/cn/api/introduction */
export const zhipu: Provider = {
  request(channel, outgoing) {
    const { contentType, accept, body } = outgoing
    const headers = { authorization: `Bearer ${tokenOf(channel)}`, 'content-type': contentType, accept }
    return { url: callUrl(channel, outgoing), headers, body }
  },
  edits: (_channel, _endpoint, text) => ({ ...listOfStops(text), ...bareImages(text) }),
  metadataRequest: (channel, path) => ({
    ...openai.metadataRequest(channel, path),
    headers: { authorization: `Bearer ${tokenOf(channel)}` },
  }),
}

const tokens = new WeakMap<Channel, { token: string; until: number }>()

function tokenOf(channel: Channel): string {
  const known = tokens.get(channel)
  const now = Date.now()
  if (known && now < known.until) return known.token
  // Any other key is already a token.
  const token = splitZhipuKey(channel.key) ? signZhipuToken(channel.key, now, now + LIFETIME_MS) : channel.key
  tokens.set(channel, { token, until: now + LIFETIME_MS - RENEWAL_MS })
  return token
}

/** `stop` must be a list. */
function listOfStops(text: FieldText) {
  const stop = text('stop')
  return stop?.startsWith('"') ? { stop: `[${stop}]` } : {}
}

const DATA_IMAGE = /"url"(\s*:\s*)"data:image\/[\w.+-]+;base64,/g

/** An inline image is bare base64, not a data URL. Inside a text the quotes would be escaped. */
function bareImages(text: FieldText) {
  const messages = text('messages')
  return messages?.includes('"data:image/') ? { messages: messages.replace(DATA_IMAGE, '"url"$1"') } : {}
}
