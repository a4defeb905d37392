import type { ChargeRecord, JournalRecord } from './records.ts'

/**
 * The JSON of a record. A charge is put together of pieces, because this is done for every call: its receipt is JSON
 * already and goes in as it is, and what stays the same from call to call is written once. That makes it another kind of line than the `charge` of earlier versions, which carries
 * the receipt as a text: they stop at what they do not know.
 */
export function recordText(record: JournalRecord): string {
  return record.t === 'charge' ? chargeText(record) : JSON.stringify(record)
}

function chargeText(charge: ChargeRecord): string {
  const { id, at, channel, quota, prompt, completion, seconds, stream, log, carryIn, carryOut } = charge
  const own = { id, at, channel, quota, prompt, completion, seconds, stream, log, carryIn, carryOut }
  return (
    `{"t":"charged",${callerText(charge)},"model":${quoted(charge.model)},"content":${quoted(charge.content)}` +
    `,"other":${charge.other || '""'},${JSON.stringify(own).slice(1)}`
  )
}

type Caller = Pick<ChargeRecord, 'user' | 'name' | 'token' | 'tokenName' | 'limited'>

/** What was written of callers, by token; the playground's by user. */
const callerTexts = new Map<number, Caller & { text: string }>()

function callerText({ user, name, token, tokenName, limited }: Caller): string {
  const key = token || -user
  const known = callerTexts.get(key)
  const isSame =
    known?.user === user && known.name === name && known.tokenName === tokenName && known.limited === limited
  if (isSame) return known.text
  const text = JSON.stringify({ user, name, token, tokenName, limited })
    .slice(1, -1)
    .replace(/[^\0-\x7f]/g, escaped)
  if (callerTexts.size >= MAX_KEPT) callerTexts.clear()
  callerTexts.set(key, { user, name, token, tokenName, limited, text })
  return text
}

/** Models and contents come again and again. */
const quotedTexts = new Map<string, string>()
const MAX_KEPT = 1000
/** Callers may name custom assistants as they like. */
const LONGEST_KEPT = 200

/** A text as JSON in ASCII: a single other character would double the memory of the whole line. */
function quoted(text: string): string {
  const known = quotedTexts.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(text).replace(/[^\0-\x7f]/g, escaped)
  if (text.length > LONGEST_KEPT) return made
  if (quotedTexts.size >= MAX_KEPT) quotedTexts.clear()
  quotedTexts.set(text, made)
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
