import { createHmac } from 'node:crypto'

export interface SparkKey {
  /** Of the app whose requests these are. */
  appId: string
  /** What signs. */
  secret: string
  /** What names the signer. */
  apiKey: string
}

/** A signed address, which is good for five minutes: https://www.xfyun.cn/doc/spark/general_url_authentication.html */
export function sparkAddress(url: string, { secret, apiKey }: SparkKey, now: number): string {
  const { host, pathname } = new URL(url)
  const date = new Date(now).toUTCString()
  const toSign = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`
  const signature = createHmac('sha256', secret).update(toSign).digest('base64')
  const parts = { api_key: apiKey, algorithm: 'hmac-sha256', headers: 'host date request-line', signature }
  const origin = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  const authorization = Buffer.from(origin.join(', ')).toString('base64')
  return `${url}?${new URLSearchParams({ authorization, date, host })}`
}
