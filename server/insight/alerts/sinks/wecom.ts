import { failureByCode, JSON_HEADERS, plainText, type Sink } from './sink.ts'

/** A text may have 2,048 bytes; a Chinese character takes three. */
const MAX = 680

/**
 * A robot of a WeCom group. A refusal is an `errcode` other than 0 with status 200 (93000 = wrong key, 45009 = more than
 * 20 messages a minute). https://developer.work.weixin.qq.com/document/path/91770
 */
export const wecom: Sink = {
  request(message, { url = '' }) {
    const body = { msgtype: 'text', text: { content: plainText(message, MAX) } }
    return { url, headers: JSON_HEADERS, body: JSON.stringify(body) }
  },
  failure: (answer) => failureByCode(answer, 'errcode', 'errmsg'),
}
