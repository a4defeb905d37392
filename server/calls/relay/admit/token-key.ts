import { LRUCache } from 'lru-cache'
import type { CallHeaders } from './call-headers.ts'

/** A token as a caller presents it: the key, and the channel to which a privileged caller pins the call. */
export interface PresentedToken {
  key: string
  channel: string | undefined
}

/** `Bearer sk-KEY`, in which only the key is required. */
const TOKEN_PATTERN = /^(?:[Bb][Ee][Aa][Rr][Ee][Rr]\s+)?(?:sk-)?(.*)$/s
const SUBPROTOCOL = 'openai-insecure-api-key.'

/**
 * Finds the token in a request. Sources in order: WebSocket sub-protocol, `x-api-key`, `?key=`, `x-goog-api-key`,
 * `api-key` (Azure's), `Authorization` (with or without `Bearer` and `sk-`), `mj-api-secret`. A channel may follow the
 * key (`sk-KEY-12`, `sk-KEY#12`), and imported keys may hold `-` themselves: so a text has several readings, the whole
 * of it as the key first. None = no token is presented.
 */
export function readToken(headers: TokenHeaders, url: string): readonly PresentedToken[] {
  const text = rawToken(headers, url)
  return text === undefined ? [] : readingsOf(text)
}

/** Recently read texts: all calls of a connection present the same text. */
const recent = new LRUCache<string, PresentedToken[]>({ max: 1000 })
/** Longer texts are not tokens of this server: unknown callers must not fill the cache with them. */
const MAX_CACHED_LENGTH = 200

function readingsOf(text: string): readonly PresentedToken[] {
  const known = recent.get(text)
  if (known) return known
  const whole = TOKEN_PATTERN.exec(text.trim())?.[1]
  if (!whole) return []
  const readings: PresentedToken[] = [{ key: whole, channel: undefined }]
  for (const cut of new Set([whole.indexOf('#'), whole.lastIndexOf('-'), whole.indexOf('-')])) {
    if (cut <= 0) continue
    readings.push({ key: whole.slice(0, cut), channel: whole.slice(cut + 1).split('-', 1)[0] })
  }
  if (text.length <= MAX_CACHED_LENGTH) recent.set(text, readings)
  return readings
}

/** Puts the reading that has a token before the others, so that the next call finds it at once. */
export function preferReading(readings: readonly PresentedToken[], found: PresentedToken): void {
  const cached = readings as PresentedToken[]
  cached.splice(cached.indexOf(found), 1)
  cached.unshift(found)
}

type TokenHeaders = Pick<
  CallHeaders,
  'authorization' | 'subprotocol' | 'apiKey' | 'googleKey' | 'azureKey' | 'midjourneySecret'
>

function rawToken(headers: TokenHeaders, url: string): string | undefined {
  const { authorization, subprotocol } = headers
  return (
    (subprotocol && fromSubprotocol(subprotocol)) ||
    headers.apiKey ||
    fromQuery(url) ||
    headers.googleKey ||
    headers.azureKey ||
    (authorization !== 'midjourney-proxy' && authorization) ||
    headers.midjourneySecret ||
    undefined
  )
}

function fromSubprotocol(value: string): string | undefined {
  const part = value.split(',').find((item) => item.trim().startsWith(SUBPROTOCOL))
  return part?.trim().slice(SUBPROTOCOL.length)
}

function fromQuery(url: string): string | undefined {
  if (!url.includes('key=')) return undefined
  return new URL(url, 'http://switchyard').searchParams.get('key') ?? undefined
}

/** Returns a key as error messages may show it: `sk-abc***xyz`. */
export const maskedKey = (key: string) => `sk-${key.slice(0, 3)}***${key.slice(-3)}`
