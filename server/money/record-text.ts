import { LRUCache } from 'lru-cache'
import { namedTerms } from '../receipts/shared-terms.ts'
import type { ChargeRecord, JournalLine } from './records.ts'

/**
 * The JSON of a line. A charge is put together of pieces, because this is done for every call: its receipt is JSON
 * already and goes in as it is, its terms by their id, and what is usual is left out. That makes it another kind of line
 * than the `charge` and `charged` of earlier versions: they stop at what they do not know.
 */
export function recordText(record: JournalLine): string {
  return record.t === 'charge' ? chargeText(record) : JSON.stringify(record)
}

/** What a line need not say. */
const USUAL = { limited: false, stream: false, log: true, content: '', seconds: 0 }

function chargeText(charge: ChargeRecord): string {
  const { at, user, token, limited, channel, quota, prompt, completion, seconds, stream, log } = charge
  const { id, name, tokenName, model, content, terms, other, carryIn, carryOut, task } = charge
  let line =
    `{"t":"call","id":"${inside(id)}","at":${at},"user":${user},"name":"${inside(name)}","token":${token}` +
    `,"tokenName":"${inside(tokenName)}","channel":${channel},"model":"${inside(model)}","quota":${quota}` +
    `,"prompt":${prompt},"completion":${completion},"carryIn":${carryIn},"carryOut":${carryOut}`
  // What is usual costs nothing: to add an empty text would make a copy.
  if (limited) line += ',"limited":true'
  if (stream) line += ',"stream":true'
  if (!log) line += ',"log":false'
  if (seconds !== 0) line += `,"seconds":${seconds}`
  if (content !== '') line += `,"content":"${inside(content)}"`
  if (terms) line += `,"terms":${terms.id}`
  if (task) line += `,"task":${JSON.stringify(task)}`
  return `${line},"other":${other || '""'}}`
}

/** Needs no escape in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/
/** Names and contents come again and again. */
const escapedTexts = new LRUCache<string, string>({ max: 1000 })
/** Callers may name custom assistants as they like. */
const LONGEST_KEPT = 200

/**
 * A text as it stands between the quotes of JSON, in ASCII: a single other character would double the memory of the whole
 * line.
 */
function inside(text: string): string {
  if (PLAIN.test(text)) return text
  const known = escapedTexts.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\0-\x7f]/g, escaped)
  if (text.length <= LONGEST_KEPT) escapedTexts.set(text, made)
  return made
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A line as it is read: of this version, or of an earlier one. */
type Line = JournalLine | CallLine | (Omit<ChargeRecord, 't' | 'other'> & { t: 'charged'; other: object | '' })
type CallLine = Omit<ChargeRecord, 't' | 'terms' | 'other' | keyof typeof USUAL> &
  Partial<typeof USUAL> & { t: 'call'; terms?: number; other: object | '' }

/** Reads what `recordText` made, or an earlier version. The kind is whatever the line says. Throws on other text. */
export function readRecord(text: string): JournalLine {
  const line = JSON.parse(text) as Line
  if (line.t !== 'charged' && line.t !== 'call') return line
  const other = line.other === '' ? '' : JSON.stringify(line.other)
  if (line.t === 'charged') return { ...line, t: 'charge', other }
  const { terms, ...rest } = line
  return { ...USUAL, ...rest, ...(terms !== undefined && { terms: namedTerms(terms) }), t: 'charge', other }
}
