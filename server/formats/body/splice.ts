import type { Steps } from '../../platform/async/steps.ts'
import { concatInSteps } from './concat-in-steps.ts'
import { COMMA } from './json-bytes.ts'
import { type Fields, isBlank, type ScannedBody, type Span, skipBlank } from './scan-fields.ts'

type FieldValues = Readonly<Record<string, string | undefined>>

/** Bytes that are replaced by a text. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Sets top-level fields of a JSON object to JSON texts, and removes those whose value is undefined, in one pass:
 * existing ones are replaced in place, others are inserted at the start. All other bytes stay unchanged; without a
 * change the same bytes are returned.
 */
export function editFields(body: ScannedBody, values: FieldValues): Buffer {
  const parts = editedParts(body, values)
  return parts ? Buffer.concat(parts) : body.bytes
}

/** As `editFields`, for bodies of any size: rests now and then. */
export function* editFieldsInSteps(body: ScannedBody, values: FieldValues): Steps<Buffer> {
  const parts = editedParts(body, values)
  return parts ? yield* concatInSteps(parts) : body.bytes
}

/** Returns what an edited body consists of; undefined = nothing is changed. */
function editedParts({ bytes, fields }: ScannedBody, values: FieldValues): Buffer[] | undefined {
  const edits: Edit[] = []
  const inserted: string[] = []
  const removed = new Set<string>()
  for (const [name, text] of Object.entries(values)) {
    const span = fields.spans.get(name)
    if (!span) {
      if (text !== undefined) inserted.push(`${JSON.stringify(name)}:${text}`)
    } else if (text === undefined) removed.add(name)
    else for (const { start, end } of occurrencesOf(fields, name, span)) edits.push({ start, end, text })
  }
  if (removed.size > 0) edits.push(...removals(bytes, fields, removed))
  if (inserted.length > 0) {
    const comma = fields.spans.size > removed.size ? ',' : ''
    edits.unshift({ start: fields.open, end: fields.open, text: inserted.join(',') + comma })
  }
  return edits.length > 0 ? applyEdits(bytes, edits) : undefined
}

function applyEdits(bytes: Buffer, edits: Edit[]): Buffer[] {
  edits.sort((a, b) => a.start - b.start)
  const parts: Buffer[] = []
  let from = 0
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(from, start), Buffer.from(text))
    from = end
  }
  parts.push(bytes.subarray(from))
  return parts
}

/** Returns the edits that remove every occurrence of some fields, each with one comma. */
function removals(bytes: Buffer, { spans, repeated }: Fields, names: ReadonlySet<string>): Edit[] {
  const all = [...repeated, ...[...spans].map(([name, span]) => ({ name, span }))]
  all.sort((a, b) => a.span.name - b.span.name)
  const lastKept = all.findLastIndex(({ name }) => !names.has(name))
  const edits: Edit[] = []
  for (const [index, { name, span }] of all.entries()) {
    if (index > lastKept || !names.has(name)) continue
    // Up to the next field, which is kept or removed for itself.
    edits.push({ start: span.name, end: skipBlank(bytes, skipBlank(bytes, span.end) + 1), text: '' })
  }
  const [first, last] = [all[lastKept + 1], all.at(-1)]
  if (first && last) edits.push({ start: commaBefore(bytes, first.span.name), end: last.span.end, text: '' })
  return edits
}

/** Returns the position of the comma before a name; that of the name itself when it is the first. */
function commaBefore(bytes: Buffer, name: number): number {
  let at = name - 1
  while (isBlank(bytes[at])) at -= 1
  return bytes[at] === COMMA ? at : name
}

function occurrencesOf(fields: Fields, name: string, last: Span): Span[] {
  return [...fields.repeated.filter((item) => item.name === name).map((item) => item.span), last]
}
