import type { AnswerPart, Citation, Span, TextPart } from './conversation.ts'

/**
 * The unit in which vendors count the offsets of citations. OpenAI, its followers and Cohere count characters, that
 * is, Unicode code points (https://platform.openai.com/docs/guides/tools-web-search#output-and-citations,
 * https://docs.cohere.com/docs/rag-citations). Gemini counts UTF-8 bytes
 * (https://ai.google.dev/api/generate-content#Segment). The conversation model counts UTF-16 code units, as
 * JavaScript strings do.
 */
export type OffsetUnit = 'characters' | 'bytes'

const SURROGATE = /[\ud800-\udfff]/
const ASCII = /^[\0-\x7f]*$/

/**
 * Returns the number of UTF-16 code units in the first `count` units of a text. Beyond the end of the text, each
 * unit counts as one code unit.
 */
function toCodeUnits(text: string, count: number, unit: OffsetUnit): number {
  if (!(unit === 'bytes' ? !ASCII.test(text) : SURROGATE.test(text))) return count
  if (unit === 'bytes') {
    const bytes = Buffer.from(text)
    return bytes.toString('utf8', 0, count).length + Math.max(0, count - bytes.length)
  }
  let units = 0
  for (let left = count; left > 0; left--) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

/** Returns the number of units in the first `units` UTF-16 code units of a text. */
export function toVendorOffset(text: string, units: number, unit: OffsetUnit): number {
  const before = text.slice(0, units)
  if (unit === 'bytes') return Buffer.byteLength(before)
  return SURROGATE.test(before) ? [...before].length : before.length
}

/**
 * Converts a vendor's offsets to a span of the text; undefined = there is no span, which vendors also express as 0
 * and 0.
 */
export function toSpan(text: string, start: number | undefined, end: number | undefined, unit: OffsetUnit) {
  const from = Math.min(Math.max(0, start ?? 0), MAX_UNITS)
  const to = Math.min(Math.max(from, end ?? 0), MAX_UNITS)
  return to === 0 ? undefined : { start: toCodeUnits(text, from, unit), end: toCodeUnits(text, to, unit) }
}
/** Longer than any answer. Bounds the work that a wrong offset can cause. */
const MAX_UNITS = 10_000_000

/** Returns the citation with its span shifted by a number of code units, but not before the start of the text. */
export function shiftCitation(citation: Citation, by: number): Citation {
  const { span } = citation
  if (!span || by === 0) return citation
  return { ...citation, span: { start: Math.max(0, span.start + by), end: Math.max(0, span.end + by) } }
}

/** Creates a text part, with citations if there are any. */
export const createTextPart = (text: string, citations: Citation[]): TextPart =>
  citations.length > 0 ? { kind: 'text', text, citations } : { kind: 'text', text }

/** Returns the citations of an answer, with spans relative to its whole text. */
export function citationsOfAnswer(parts: readonly AnswerPart[]): Citation[] {
  const found: Citation[] = []
  let length = 0
  for (const part of parts) {
    if (part.kind !== 'text') continue
    for (const citation of part.citations ?? []) found.push(shiftCitation(citation, length))
    length += part.text.length
  }
  return found
}

/** Merges consecutive text parts into one. */
export function mergeTexts(parts: readonly AnswerPart[]): AnswerPart[] {
  const joined: AnswerPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') {
      const citations = citationsOfAnswer([last, part])
      joined[joined.length - 1] = {
        ...last,
        text: last.text + part.text,
        ...(citations.length > 0 ? { citations } : {}),
      }
    } else joined.push(part)
  }
  return joined
}

/**
 * Adds a citation of a whole answer to the part in which its span begins, or to the last text if it has no span.
 */
export function addCitation(parts: AnswerPart[], citation: Citation): void {
  const texts = parts.filter((part) => part.kind === 'text')
  let before = texts.reduce((sum, { text }) => sum + text.length, 0)
  for (const part of texts.reverse()) {
    before -= part.text.length
    if (citation.span && isBefore(citation.span, before)) continue
    part.citations = [...(part.citations ?? []), shiftCitation(citation, -before)]
    return
  }
  parts.push(createTextPart('', [citation]))
}

const isBefore = ({ start, end }: Span, at: number) => start < at || (start === end && start === at && at > 0)

/** Returns the source's URL, or a made-up one for formats in which every source needs a URL. */
export const urlOfSource = ({ url, id, title }: Citation) => url ?? `source:${encodeURIComponent(id ?? title ?? '')}`

/** Returns the URL if it is http(s). Clients that show links would follow other schemes. */
export const toHttpUrl = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined)
