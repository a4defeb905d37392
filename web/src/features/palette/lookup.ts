import { isTokenKey } from '#web/features/tokens/token-search.ts'
import { isRequestId } from './request-id.ts'

/** What a typed text may name. */
export interface Lookup {
  /** Part of a name. */
  word?: string
  /** Of a log row. */
  logId?: number
  requestId?: string
  /** A whole API key, which is no part of any name. */
  key?: string
}

const LEAST = 2
/** The server takes no longer texts. */
const MOST = 200
const MODELS = 5

/** What is worth asking the server about a text; null when it is too short, or too long for any name. */
export function lookupOf(typed: string): Lookup | null {
  const text = typed.trim()
  const { length } = Array.from(text)
  if (length < LEAST || length > MOST) return null
  if (isRequestId(text)) return { requestId: text }
  if (isTokenKey(text)) return { key: text }
  return /^[1-9]\d{0,14}$/.test(text) ? { word: text, logId: Number(text) } : { word: text }
}

/** The models that a word is part of, the shortest names first: those are nearest to what was typed. */
export function matchingModels(models: readonly string[], { word }: Lookup): string[] {
  if (word === undefined) return []
  const part = word.toLowerCase()
  const found = models.filter((model) => model.toLowerCase().includes(part))
  return found.sort((one, other) => one.length - other.length || (one < other ? -1 : 1)).slice(0, MODELS)
}
