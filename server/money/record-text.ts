import { LRUCache } from 'lru-cache'
import type { ChargeRecord, JournalRecord } from './records.ts'

/**
 * The JSON of a record. A charge is put together of pieces, because this is done for every call: its receipt is JSON
 * already and goes in as it is. That makes it another kind of line than the `charge` of earlier versions, which carries
 * the receipt as a text: they stop at what they do not know.
 */
export function recordText(record: JournalRecord): string {
  return record.t === 'charge' ? chargeText(record) : JSON.stringify(record)
}

function chargeText(charge: ChargeRecord): string {
  const { id, at, user, token, limited, channel, quota, prompt, completion, seconds, stream, log } = charge
  const { name, tokenName, model, content, other, carryIn, carryOut, task } = charge
  const rest = { id, at, user, token, limited, channel, quota, prompt, completion, seconds, stream, log }
  return (
    `{"t":"charged","name":${quoted(name)},"tokenName":${quoted(tokenName)},"model":${quoted(model)}` +
    `,"content":${quoted(content)},"other":${other || '""'},"carryIn":${carryIn},"carryOut":${carryOut}` +
    (task ? `,"task":${JSON.stringify(task)}` : '') +
    `,${JSON.stringify(rest).slice(1)}`
  )
}

/** Names and contents come again and again. */
const quotedTexts = new LRUCache<string, string>({ max: 1000 })
/** Callers may name custom assistants as they like. */
const LONGEST_KEPT = 200

/** A text as JSON in ASCII: a single other character would double the memory of the whole line. */
function quoted(text: string): string {
  const known = quotedTexts.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(text).replace(/[^\0-\x7f]/g, escaped)
  if (text.length <= LONGEST_KEPT) quotedTexts.set(text, made)
  return made
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A line as it is read: of this version, or of an earlier one. */
type Line = JournalRecord | (Omit<ChargeRecord, 't' | 'other'> & { t: 'charged'; other: object | '' })

/** Reads what `recordText` made, or an earlier version. The kind is whatever the line says. Throws on other text. */
export function readRecord(text: string): JournalRecord {
  const line = JSON.parse(text) as Line
  if (line.t !== 'charged') return line
  return { ...line, t: 'charge', other: line.other === '' ? '' : JSON.stringify(line.other) }
}
