import { LRUCache } from 'lru-cache'
import { termsById } from '../receipts/shared-terms.ts'
import type { ChargeRecord, JournalLine } from './records.ts'

/**
 * Returns the JSON of a line. A charge is concatenated from pieces, because this runs for every call: its receipt
 * already is JSON and is inserted as it is, its terms are named by id, and default values are left out. It
 * therefore has another record kind than the `charge` and `charged` of earlier versions, which stop at unknown
 * kinds.
 */
export function recordText(record: JournalLine): string {
  return record.t === 'charge' ? chargeText(record) : JSON.stringify(record)
}

/** Default values that a line leaves out. */
const DEFAULTS = { limited: false, stream: false, log: true, content: '', seconds: 0 }

function chargeText(charge: ChargeRecord): string {
  const { at, user, token, limited, channel, quota, prompt, completion, cached, seconds, stream, log } = charge
  const { id, name, tokenName, model, content, terms, other, carryIn, carryOut, cost, budgets, task } = charge
  let line =
    `{"t":"call","id":"${jsonEscape(id)}","at":${at},"user":${user},"name":"${jsonEscape(name)}","token":${token}` +
    `,"tokenName":"${jsonEscape(tokenName)}","channel":${channel},"model":"${jsonEscape(model)}","quota":${quota}` +
    `,"prompt":${prompt},"completion":${completion},"carryIn":${carryIn},"carryOut":${carryOut}`
  // Default values are skipped at no cost: appending an empty text would make a copy.
  if (limited) line += ',"limited":true'
  if (stream) line += ',"stream":true'
  if (!log) line += ',"log":false'
  if (cached) line += `,"cached":${cached}`
  if (cost !== undefined) line += `,"cost":${cost}`
  if (seconds !== 0) line += `,"seconds":${seconds}`
  if (content !== '') line += `,"content":"${jsonEscape(content)}"`
  if (budgets) line += `,"budgets":[${budgets.join()}]`
  if (terms) line += `,"terms":${terms.id}`
  if (task) line += `,"task":${JSON.stringify(task)}`
  return `${line},"other":${other || '""'}}`
}

/** Matches texts that need no escape in JSON. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/
/** Names and contents repeat often. */
const escapedTexts = new LRUCache<string, string>({ max: 1000 })
/** Longer texts are not cached, because callers choose the names of custom assistants. */
const MAX_CACHED_LENGTH = 200

/**
 * Escapes a text for the inside of a JSON string, in ASCII: a single other character would double the memory of the
 * whole line.
 */
function jsonEscape(text: string): string {
  if (NEEDS_NO_ESCAPE.test(text)) return text
  const known = escapedTexts.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\0-\x7f]/g, unicodeEscape)
  if (text.length <= MAX_CACHED_LENGTH) escapedTexts.set(text, made)
  return made
}

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A line as it is read, of this version or of an earlier one. */
type Line = JournalLine | CallLine | (Omit<ChargeRecord, 't' | 'other'> & { t: 'charged'; other: object | '' })
type CallLine = Omit<ChargeRecord, 't' | 'terms' | 'other' | keyof typeof DEFAULTS> &
  Partial<typeof DEFAULTS> & { t: 'call'; terms?: number; other: object | '' }

const OTHER = ',"other":'

/** Returns the receipt as it stands at the end of a line; undefined = it may stand elsewhere. */
function textOfOther(text: string, line: Line): string | undefined {
  // A quote inside of a text is escaped, and only a task has members of any name.
  return line.t === 'call' && line.task === undefined ? text.slice(text.indexOf(OTHER) + OTHER.length, -1) : undefined
}

/**
 * Reads what `recordText` of this or an earlier version wrote. The kind is the one that the line states. Throws on
 * other text.
 */
export function readRecord(text: string): JournalLine {
  const line = JSON.parse(text) as Line
  if (line.t !== 'charged' && line.t !== 'call') return line
  const other = line.other === '' ? '' : (textOfOther(text, line) ?? JSON.stringify(line.other))
  if (line.t === 'charged') return { ...line, t: 'charge', other }
  const { terms, ...rest } = line
  return { ...DEFAULTS, ...rest, ...(terms !== undefined && { terms: termsById(terms) }), t: 'charge', other }
}
