import type { Incoming } from './incoming.ts'

/** A token as a caller presents it: the key, and the channel that a privileged caller pins the call to. */
export interface PresentedToken {
  key: string
  channel: string | undefined
}

/** `Bearer sk-KEY-CHANNEL`, of which only the key must be there. */
const PARTS = /^(?:[Bb][Ee][Aa][Rr][Ee][Rr]\s+)?(?:sk-)?([^-]*)(?:-([^-]*))?/
const SUBPROTOCOL = 'openai-insecure-api-key.'

/**
 * Finds the token in a request. Sources in order: WebSocket sub-protocol, `x-api-key`, `?key=`, `x-goog-api-key`,
 * `Authorization` (with or without `Bearer` and `sk-`), `mj-api-secret`. A channel follows the key: `sk-KEY-12`.
 */
export function presentedToken(header: Incoming['header'], url: string): PresentedToken | undefined {
  const text = rawToken(header, url)
  const parts = text && PARTS.exec(text.trim())
  return parts ? { key: parts[1] ?? '', channel: parts[2] } : undefined
}

function rawToken(header: Incoming['header'], url: string): string | undefined {
  const authorization = header('authorization')
  return (
    fromSubprotocol(header('sec-websocket-protocol')) ||
    header('x-api-key') ||
    fromQuery(url) ||
    header('x-goog-api-key') ||
    (authorization !== 'midjourney-proxy' && authorization) ||
    header('mj-api-secret') ||
    undefined
  )
}

function fromSubprotocol(value: string | undefined): string | undefined {
  const part = value?.split(',').find((item) => item.trim().startsWith(SUBPROTOCOL))
  return part?.trim().slice(SUBPROTOCOL.length)
}

function fromQuery(url: string): string | undefined {
  if (!url.includes('key=')) return undefined
  return new URL(url, 'http://switchyard').searchParams.get('key') ?? undefined
}

/** A key as error messages may show it: `sk-abc***xyz`. */
export const maskedKey = (key: string) => `sk-${key.slice(0, 3)}***${key.slice(-3)}`
