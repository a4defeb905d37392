import { parseObject } from '../../../formats/dialects/json.ts'
import { failureByStatus, JSON_HEADERS, linesOf, type Sink } from './sink.ts'

const MAX = 3500
const HIGH = 4
const NORMAL = 3

/**
 * A topic of ntfy, by its own server or the public one. A refusal is `{code, http, error}`.
 * https://docs.ntfy.sh/publish/#publish-as-json
 */
export const ntfy: Sink = {
  request(message, { topic = '', token = '', server = '' }) {
    const isOpen = message.items.some(({ state }) => state === 'open')
    const body = {
      topic,
      title: message.title,
      message: linesOf(message).join('\n').slice(0, MAX),
      click: message.link,
      priority: message.urgent ? HIGH : NORMAL,
      tags: [isOpen ? 'warning' : 'white_check_mark'],
    }
    const headers = token ? { ...JSON_HEADERS, authorization: `Bearer ${token}` } : JSON_HEADERS
    return { url: `${server.replace(/\/+$/, '')}/`, headers, body: JSON.stringify(body) }
  },
  failure(answer) {
    const failure = failureByStatus(answer)
    const error = parseObject(answer.text)?.error
    return failure && (typeof error === 'string' ? { ...failure, reason: `${answer.status} ${error}` } : failure)
  },
}
