import { COMMA, type Fields, isBlank, type Span, scanFields, skipBlank } from './scan-fields.ts'

// Rewrites top-level fields in the raw bytes of a JSON object; all other bytes stay unchanged.

/** Sets top-level fields to JSON texts: existing ones are replaced in place, others are inserted at the start. */
export function spliceFields(bytes: Buffer, fields: Fields, values: Record<string, string>): Buffer {
  const edits: { start: number; end: number; text: string }[] = []
  const missing: string[] = []
  for (const [name, text] of Object.entries(values)) {
    const span = fields.spans.get(name)
    if (!span) missing.push(`${JSON.stringify(name)}:${text}`)
    else for (const { start, end } of occurrenceSpans(fields, name, span)) edits.push({ start, end, text })
  }
  if (missing.length > 0) {
    const comma = fields.spans.size > 0 ? ',' : ''
    edits.push({ start: fields.open, end: fields.open, text: missing.join(',') + comma })
  }
  edits.sort((a, b) => a.start - b.start)
  const parts: Buffer[] = []
  let from = 0
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(from, start), Buffer.from(text))
    from = end
  }
  parts.push(bytes.subarray(from))
  return Buffer.concat(parts)
}

/** Sets top-level fields to JSON texts, and removes those whose value is undefined. */
export function editFields(
  bytes: Buffer,
  fields: Fields,
  values: Readonly<Record<string, string | undefined>>,
): Buffer {
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const dropped = Object.keys(values).filter((name) => values[name] === undefined && fields.spans.has(name))
  let edited = set.length > 0 ? spliceFields(bytes, fields, Object.fromEntries(set)) : bytes
  for (const name of dropped) edited = dropField(edited, edited === bytes ? fields : scanFields(edited), name)
  return edited
}

/** Removes every occurrence of a top-level field, with its comma. */
export function dropField(bytes: Buffer, fields: Fields, name: string): Buffer {
  const span = fields.spans.get(name)
  if (!span) return bytes
  const next = skipBlank(bytes, span.end)
  const isLast = bytes[next] !== COMMA
  const start = isLast ? commaBefore(bytes, span.name) : span.name
  const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(isLast ? span.end : skipBlank(bytes, next + 1))])
  return fields.repeated.length > 0 ? dropField(rest, scanFields(rest), name) : rest
}

/** Returns the position of the comma before a name; that of the name itself when it is the first. */
function commaBefore(bytes: Buffer, name: number): number {
  let at = name - 1
  while (isBlank(bytes[at])) at -= 1
  return bytes[at] === COMMA ? at : name
}

function occurrenceSpans(fields: Fields, name: string, last: Span): Span[] {
  return [...fields.repeated.filter((item) => item.name === name).map((item) => item.span), last]
}
