import { failureByCode, JSON_HEADERS, plainText, type Sink } from './sink.ts'

const MAX = 5000

/**
 * A custom robot of DingTalk. The signature is made with the secret over `<milliseconds>\n<secret>`, and goes into the
 * address as Base64 with the timestamp; a refusal is an `errcode` other than 0 with status 200 (310000 = wrong signature,
 * or none of the robot's keywords). https://open.dingtalk.com/document/robots/customize-robot-security-settings
 */
export const dingtalk: Sink = {
  request(message, { url = '', secret = '' }, { now, hmac }) {
    const address = new URL(url)
    if (secret) {
      address.searchParams.set('timestamp', String(now))
      address.searchParams.set('sign', hmac(secret, `${now}\n${secret}`).toString('base64'))
    }
    const body = { msgtype: 'text', text: { content: plainText(message, MAX) } }
    return { url: address.href, headers: JSON_HEADERS, body: JSON.stringify(body) }
  },
  failure: (answer) => failureByCode(answer, 'errcode', 'errmsg'),
}
