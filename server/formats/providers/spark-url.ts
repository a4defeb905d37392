import { createHmac } from 'node:crypto'

export interface SparkKey {
  /** The id of the app that makes the requests. */
  appId: string
  /** The signing secret. */
  secret: string
  /** Identifies the signer. */
  apiKey: string
}

/**
 * Returns a signed URL, which is valid for five minutes:
 * https://www.xfyun.cn/doc/spark/general_url_authentication.html
 */
export function signSparkUrl(url: string, { secret, apiKey }: SparkKey, now: number): string {
  const { host, pathname } = new URL(url)
  const date = new Date(now).toUTCString()
  const toSign = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`
  const signature = createHmac('sha256', secret).update(toSign).digest('base64')
  const parts = { api_key: apiKey, algorithm: 'hmac-sha256', headers: 'host date request-line', signature }
  const origin = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  const authorization = Buffer.from(origin.join(', ')).toString('base64')
  return `${url}?${new URLSearchParams({ authorization, date, host })}`
}
