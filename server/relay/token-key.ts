/** A token as a caller presents it: the key, and the channel that a privileged caller pins the call to. */
export interface PresentedToken {
  key: string
  channel: string | undefined
}

const SUBPROTOCOL = 'openai-insecure-api-key.'

/**
 * Finds the token in a request. Sources in order: WebSocket sub-protocol, `x-api-key`, `?key=`, `x-goog-api-key`,
 * `Authorization` (with or without `Bearer` and `sk-`), `mj-api-secret`. A channel follows the key: `sk-KEY-12`.
 */
export function presentedToken(headers: Headers, url: string): PresentedToken | undefined {
  const text = rawToken(headers, url)
  if (!text) return undefined
  const bare = text
    .replace(/^Bearer\s+/i, '')
    .trim()
    .replace(/^sk-/, '')
  const [key = '', channel] = bare.split('-')
  return { key, channel }
}

function rawToken(headers: Headers, url: string): string | undefined {
  const authorization = headers.get('authorization')
  return (
    fromSubprotocol(headers.get('sec-websocket-protocol')) ||
    headers.get('x-api-key') ||
    fromQuery(url) ||
    headers.get('x-goog-api-key') ||
    (authorization !== 'midjourney-proxy' && authorization) ||
    headers.get('mj-api-secret') ||
    undefined
  )
}

function fromSubprotocol(header: string | null): string | undefined {
  const part = header?.split(',').find((item) => item.trim().startsWith(SUBPROTOCOL))
  return part?.trim().slice(SUBPROTOCOL.length)
}

function fromQuery(url: string): string | undefined {
  if (!url.includes('key=')) return undefined
  return new URL(url).searchParams.get('key') ?? undefined
}

/** A key as error messages may show it: `sk-abc***xyz`. */
export const maskedKey = (key: string) => `sk-${key.slice(0, 3)}***${key.slice(-3)}`
