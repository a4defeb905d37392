import { failureByStatus, JSON_HEADERS, type Sink } from './sink.ts'

/**
 * Any address. With a signing key, `X-Switchyard-Signature` is the hexadecimal HMAC-SHA256 of the timestamp, a dot and the
 * body; receivers refuse timestamps that are minutes old. A repeated message has the same `X-Switchyard-Message`.
 */
export const webhook: Sink = {
  request({ id, site, language, title, items, more, link }, { url = '', secret = '' }, { now, hmac }) {
    const timestamp = String(Math.floor(now / 1000))
    const body = JSON.stringify({ event: 'alerts', id, site, language, title, link, more, alerts: items })
    return {
      url,
      headers: {
        ...JSON_HEADERS,
        'x-switchyard-message': id,
        'x-switchyard-timestamp': timestamp,
        ...(secret && { 'x-switchyard-signature': `sha256=${hmac(secret, `${timestamp}.${body}`).toString('hex')}` }),
      },
      body,
    }
  },
  failure: failureByStatus,
}
