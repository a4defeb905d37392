import { createHash, createHmac } from 'node:crypto'

export interface SignedCall {
  secretId: string
  secretKey: string
  service: string
  host: string
  action: string
  /** Exactly as sent. */
  contentType: string
  /** The exact bytes that are sent. */
  body: Uint8Array
  /** Seconds since the epoch. */
  timestamp: number
}

const ALGORITHM = 'TC3-HMAC-SHA256'
const SIGNED = 'content-type;host;x-tc-action'

/**
 * Returns the Authorization header of Tencent Cloud's signature version 3:
 * https://cloud.tencent.com/document/api/362/4208
 */
export function tc3Authorization(call: SignedCall): string {
  const { secretId, secretKey, service, host, action, contentType, body, timestamp } = call
  const headers = `content-type:${contentType.toLowerCase()}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = `POST\n/\n\n${headers}\n${SIGNED}\n${sha256(body)}`
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const toSign = `${ALGORITHM}\n${timestamp}\n${scope}\n${sha256(canonical)}`
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, toSign).toString('hex')
  return `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
