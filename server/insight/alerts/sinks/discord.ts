import { parseObject } from '../../../formats/dialects/json.ts'
import { failureByStatus, JSON_HEADERS, linesOf, type Sink } from './sink.ts'

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const MAX_TITLE = 256
const MAX_DESCRIPTION = 4000
const RED = 0xdc2626
const GREEN = 0x16a34a

/**
 * A webhook of Discord, which answers 204 without a body, and says in `retry_after` when too much was sent.
 * https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
export const discord: Sink = {
  request(message, { url = '' }) {
    const isOpen = message.items.some(({ state }) => state === 'open')
    const embed = {
      title: message.title.slice(0, MAX_TITLE),
      description: linesOf(message).join('\n').slice(0, MAX_DESCRIPTION),
      url: message.link,
      color: isOpen ? RED : GREEN,
    }
    const body = { username: message.site.slice(0, 80), embeds: [embed], allowed_mentions: { parse: [] } }
    return { url, headers: JSON_HEADERS, body: JSON.stringify(body) }
  },
  failure(answer) {
    const failure = failureByStatus(answer)
    const wait = Number(parseObject(answer.text)?.retry_after)
    return failure && (wait > 0 ? { ...failure, retryAfter: Math.ceil(wait) } : failure)
  },
}
