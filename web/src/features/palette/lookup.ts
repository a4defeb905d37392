import { isTokenKey } from '#web/features/tokens/token-search.ts'
import { isRequestId } from './request-id.ts'

/** The possible meanings of a typed text. */
export interface Lookup {
  /** Part of a name. */
  word?: string
  /** Id of a log row. */
  logId?: number
  requestId?: string
  /** A complete API key, which is never part of a name. */
  key?: string
}

const LEAST = 2
/** The server rejects longer texts. */
const MOST = 200
const MODELS = 5

/** Parses a typed text into a server lookup; null when it is too short or too long for any name. */
export function lookupOf(typed: string): Lookup | null {
  const text = typed.trim()
  const { length } = Array.from(text)
  if (length < LEAST || length > MOST) return null
  if (isRequestId(text)) return { requestId: text }
  if (isTokenKey(text)) return { key: text }
  return /^[1-9]\d{0,14}$/.test(text) ? { word: text, logId: Number(text) } : { word: text }
}

/** Returns the models whose name contains the word, shortest first: those match most closely. */
export function matchingModels(models: readonly string[], { word }: Lookup): string[] {
  if (word === undefined) return []
  const part = word.toLowerCase()
  const found = models.filter((model) => model.toLowerCase().includes(part))
  return found.sort((one, other) => one.length - other.length || (one < other ? -1 : 1)).slice(0, MODELS)
}
