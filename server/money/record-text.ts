import type { ChargeRecord, JournalRecord } from './records.ts'

/**
 * The JSON of a record. A charge is put together by hand, because this is done for every call: its receipt is JSON
 * already and goes in as it is. That makes it another kind of line than the `charge` of earlier versions, which carries
 * the receipt as a text: they stop at what they do not know.
 */
export function recordText(record: JournalRecord): string {
  return record.t === 'charge' ? chargeText(record) : JSON.stringify(record)
}

function chargeText(charge: ChargeRecord): string {
  return (
    `{"t":"charged","id":${quoted(charge.id)},"at":${charge.at},"user":${charge.user},"name":${quoted(charge.name)}` +
    `,"token":${charge.token},"tokenName":${quoted(charge.tokenName)},"limited":${charge.limited}` +
    `,"channel":${charge.channel},"model":${quoted(charge.model)},"quota":${charge.quota}` +
    `,"prompt":${charge.prompt},"completion":${charge.completion},"seconds":${charge.seconds}` +
    `,"stream":${charge.stream},"log":${charge.log},"content":${quoted(charge.content)}` +
    `,"carryIn":${charge.carryIn},"carryOut":${charge.carryOut},"other":${charge.other || '""'}}`
  )
}

/** Visible ASCII without what JSON escapes: most names are. */
const PLAIN = /^[ !#-[\]-~]*$/
const quoted = (text: string) => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** A line as it is read: of this version, or of an earlier one. */
type Line = JournalRecord | (Omit<ChargeRecord, 't' | 'other'> & { t: 'charged'; other: object | '' })

/** Reads what `recordText` made, or an earlier version. The kind is whatever the line says. Throws on other text. */
export function readRecord(text: string): JournalRecord {
  const line = JSON.parse(text) as Line
  if (line.t !== 'charged') return line
  return { ...line, t: 'charge', other: line.other === '' ? '' : JSON.stringify(line.other) }
}
