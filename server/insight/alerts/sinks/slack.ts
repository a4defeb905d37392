import { failureByStatus, JSON_HEADERS, linesOf, type Sink } from './sink.ts'

const MAX = 3000
/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * An incoming webhook of Slack, which answers `ok`, or a word such as `invalid_payload` with status 400.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export const slack: Sink = {
  request(message, { url = '' }) {
    const lines = escapeText(linesOf(message).join('\n')).slice(0, MAX)
    const text = `*${escapeText(message.title)}*\n${lines}\n<${message.link}|${escapeText(message.site)}>`
    return { url, headers: JSON_HEADERS, body: JSON.stringify({ text, unfurl_links: false }) }
  },
  failure: failureByStatus,
}
