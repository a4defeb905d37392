import { failureByCode, JSON_HEADERS, plainText, type Sink } from './sink.ts'

/** A request may have 20 KB; a Chinese character takes three bytes. */
const MAX = 5000

/**
 * A custom bot of Feishu or Lark. The signature is made with the key `<seconds>\n<secret>` over an empty text, and goes
 * into the body as Base64; a refusal is a `code` other than 0 with status 200 (19021 = wrong signature).
 * https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
 */
export const feishu: Sink = {
  request(message, { url = '', secret = '' }, { now, hmac }) {
    const timestamp = String(Math.floor(now / 1000))
    const signed = secret && { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').toString('base64') }
    const body = { ...(signed || {}), msg_type: 'text', content: { text: plainText(message, MAX) } }
    return { url, headers: JSON_HEADERS, body: JSON.stringify(body) }
  },
  failure: (answer) => failureByCode(answer, 'code', 'msg'),
}
