import { parseObject } from '../../../formats/dialects/json.ts'
import { failureByStatus, JSON_HEADERS, linesOf, type Sink } from './sink.ts'

/** Apple delivers at most 4 KB. */
const MAX = 1000

/**
 * Bark on an iPhone, by its own server or the public one. Every answer is `{code, message}`, with 200 for success.
 * https://github.com/Finb/bark-server/blob/master/docs/API_V2.md
 */
export const bark: Sink = {
  request(message, { device_key = '', server = '' }) {
    const body = {
      device_key,
      title: message.title,
      body: linesOf(message).join('\n').slice(0, MAX),
      group: message.site,
      url: message.link,
      level: message.urgent ? 'timeSensitive' : 'active',
    }
    return { url: `${server.replace(/\/+$/, '')}/push`, headers: JSON_HEADERS, body: JSON.stringify(body) }
  },
  failure(answer) {
    const body = parseObject(answer.text)
    if (body?.code === 200 && answer.status < 300) return undefined
    if (!body) return failureByStatus(answer) ?? { reason: 'no JSON in the answer' }
    return { reason: `${body.code ?? answer.status} ${String(body.message ?? '')}`, retryAfter: answer.retryAfter }
  },
}
