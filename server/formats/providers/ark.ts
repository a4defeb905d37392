import { openai } from './openai.ts'
import type { Provider } from './provider.ts'

const BOT = /^bot-/
const CHAT = /\/chat\/completions$/

/**
 * Volcengine's Ark. Its apps are called like models, but at another path:
 * https://www.volcengine.com/docs/82379/1285207
 */
export const ark: Provider = {
  ...openai,
  request(channel, outgoing) {
    const request = openai.request(channel, outgoing)
    return BOT.test(outgoing.model) ? { ...request, url: request.url.replace(CHAT, '/bots/chat/completions') } : request
  },
}
