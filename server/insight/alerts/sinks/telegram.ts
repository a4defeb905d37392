import { parseObject } from '../../../formats/dialects/json.ts'
import { failureByStatus, JSON_HEADERS, plainText, type Sink } from './sink.ts'

/** https://core.telegram.org/bots/api#sendmessage */
const MAX = 4096

/**
 * A bot of Telegram. Every answer is `{ok}`; a refusal has a `description`, and `parameters.retry_after` in seconds when
 * too much was sent. https://core.telegram.org/bots/api#making-requests
 */
export const telegram: Sink = {
  request(message, { bot_token = '', chat_id = '', server = '' }) {
    const url = `${server.replace(/\/+$/, '')}/bot${encodeURIComponent(bot_token).replaceAll('%3A', ':')}/sendMessage`
    const body = { chat_id, text: plainText(message, MAX), link_preview_options: { is_disabled: true } }
    return { url, headers: JSON_HEADERS, body: JSON.stringify(body) }
  },
  failure(answer) {
    const body = parseObject(answer.text)
    if (body?.ok === true) return undefined
    if (!body) return failureByStatus(answer) ?? { reason: 'no JSON in the answer' }
    const { retry_after } = (body.parameters ?? {}) as { retry_after?: unknown }
    const wait = Number(retry_after) > 0 ? Number(retry_after) : answer.retryAfter
    return { reason: `${body.error_code ?? answer.status} ${String(body.description ?? '')}`, retryAfter: wait }
  },
}
