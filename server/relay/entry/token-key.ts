import { LRUCache } from 'lru-cache'
import type { Incoming } from '../../http1/shared/request.ts'

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
 * `api-key` (Azure's), `Authorization` (with or without `Bearer` and `sk-`), `mj-api-secret`. A channel follows the key: `sk-KEY-12`.
 */
export function presentedToken(header: Incoming['header'], url: string): PresentedToken | undefined {
  const text = rawToken(header, url)
  return text === undefined ? undefined : partsOf(text)
}

/** What was read last: the calls of a connection all show the same text. */
const recent = new LRUCache<string, PresentedToken>({ max: 1000 })
/** Longer texts are no tokens of ours: strangers must not fill our memory with them. */
const MAX_KEPT = 200

function partsOf(text: string): PresentedToken | undefined {
  const known = recent.get(text)
  if (known) return known
  const parts = PARTS.exec(text.trim())
  if (!parts) return undefined
  const token = { key: parts[1] ?? '', channel: parts[2] }
  if (text.length <= MAX_KEPT) recent.set(text, token)
  return token
}

function rawToken(header: Incoming['header'], url: string): string | undefined {
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

/** A key as error messages may show it: `sk-abc***xyz`. */
export const maskedKey = (key: string) => `sk-${key.slice(0, 3)}***${key.slice(-3)}`
