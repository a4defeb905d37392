import { LRUCache } from 'lru-cache'
import type { RelayRequest } from '../../http1/shared/request.ts'

/** A token as a caller presents it: the key, and the channel to which a privileged caller pins the call. */
export interface PresentedToken {
  key: string
  channel: string | undefined
}

/** `Bearer sk-KEY-CHANNEL`, in which only the key is required. */
const TOKEN_PATTERN = /^(?:[Bb][Ee][Aa][Rr][Ee][Rr]\s+)?(?:sk-)?([^-]*)(?:-([^-]*))?/
const SUBPROTOCOL = 'openai-insecure-api-key.'

/**
 * Finds the token in a request. Sources in order: WebSocket sub-protocol, `x-api-key`, `?key=`, `x-goog-api-key`,
 * `api-key` (Azure's), `Authorization` (with or without `Bearer` and `sk-`), `mj-api-secret`. A channel follows the
 * key: `sk-KEY-12`.
 */
export function readToken(header: RelayRequest['header'], url: string): PresentedToken | undefined {
  const text = rawToken(header, url)
  return text === undefined ? undefined : parseToken(text)
}

/** Recently parsed texts: all calls of a connection present the same text. */
const recent = new LRUCache<string, PresentedToken>({ max: 1000 })
/** Longer texts are not tokens of this server: unknown callers must not fill the cache with them. */
const MAX_CACHED_LENGTH = 200

function parseToken(text: string): PresentedToken | undefined {
  const known = recent.get(text)
  if (known) return known
  const parts = TOKEN_PATTERN.exec(text.trim())
  if (!parts) return undefined
  const token = { key: parts[1] ?? '', channel: parts[2] }
  if (text.length <= MAX_CACHED_LENGTH) recent.set(text, token)
  return token
}

function rawToken(header: RelayRequest['header'], url: string): string | undefined {
  const authorization = header('authorization')
  return (
    fromSubprotocol(header('sec-websocket-protocol')) ||
    header('x-api-key') ||
    fromQuery(url) ||
    header('x-goog-api-key') ||
    header('api-key') ||
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

/** Returns a key as error messages may show it: `sk-abc***xyz`. */
export const maskedKey = (key: string) => `sk-${key.slice(0, 3)}***${key.slice(-3)}`
