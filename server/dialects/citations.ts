import type { AnswerPart, Citation, Span, TextPart } from './conversation.ts'

/**
 * In what vendors count the offsets of citations. OpenAI, its followers and Cohere count characters, which are Unicode
 * code points (https://platform.openai.com/docs/guides/tools-web-search#output-and-citations,
 * https://docs.cohere.com/docs/rag-citations). Gemini counts bytes of UTF-8
 * (https://ai.google.dev/api/generate-content#Segment). The conversation counts UTF-16 code units, as strings here do.
 */
export type OffsetUnit = 'characters' | 'bytes'

const SURROGATE = /[\ud800-\udfff]/
const ASCII = /^[\0-\x7f]*$/

/** How many UTF-16 code units the first `count` units of a text have. Behind the end of the text, one is one. */
function unitsBefore(text: string, count: number, unit: OffsetUnit): number {
  if (!(unit === 'bytes' ? !ASCII.test(text) : SURROGATE.test(text))) return count
  if (unit === 'bytes') {
    const bytes = Buffer.from(text)
    return bytes.toString('utf8', 0, count).length + Math.max(0, count - bytes.length)
  }
  let units = 0
  for (let left = count; left > 0; left--) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}

/** How many units the first `units` UTF-16 code units of a text have. */
export function countBefore(text: string, units: number, unit: OffsetUnit): number {
  const before = text.slice(0, units)
  if (unit === 'bytes') return Buffer.byteLength(before)
  return SURROGATE.test(before) ? [...before].length : before.length
}

/** A span of a text by the offsets of a vendor; undefined = it names none, as vendors say by 0 and 0. */
export function spanOf(text: string, start: number | undefined, end: number | undefined, unit: OffsetUnit) {
  const from = Math.min(Math.max(0, start ?? 0), MOST_UNITS)
  const to = Math.min(Math.max(from, end ?? 0), MOST_UNITS)
  return to === 0 ? undefined : { start: unitsBefore(text, from, unit), end: unitsBefore(text, to, unit) }
}
/** Longer than any answer: a wrong number must not take long. */
const MOST_UNITS = 10_000_000

/** A citation with its span moved by a number of code units, not beyond the beginning of the text. */
export function moved(citation: Citation, by: number): Citation {
  const { span } = citation
  if (!span || by === 0) return citation
  return { ...citation, span: { start: Math.max(0, span.start + by), end: Math.max(0, span.end + by) } }
}

/** A text with citations, if there are any. */
export const citedText = (text: string, citations: Citation[]): TextPart =>
  citations.length > 0 ? { kind: 'text', text, citations } : { kind: 'text', text }

/** The citations of an answer, with spans of its whole text. */
export function citationsIn(parts: readonly AnswerPart[]): Citation[] {
  const found: Citation[] = []
  let length = 0
  for (const part of parts) {
    if (part.kind !== 'text') continue
    for (const citation of part.citations ?? []) found.push(moved(citation, length))
    length += part.text.length
  }
  return found
}

/** Texts in a row are one text. */
export function joinedTexts(parts: readonly AnswerPart[]): AnswerPart[] {
  const joined: AnswerPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') {
      const citations = citationsIn([last, part])
      joined[joined.length - 1] = {
        ...last,
        text: last.text + part.text,
        ...(citations.length > 0 ? { citations } : {}),
      }
    } else joined.push(part)
  }
  return joined
}

/** Adds a citation of a whole answer to the part that its span begins in; without a span, to the last text. */
export function addCitation(parts: AnswerPart[], citation: Citation): void {
  const texts = parts.filter((part) => part.kind === 'text')
  let before = texts.reduce((sum, { text }) => sum + text.length, 0)
  for (const part of texts.reverse()) {
    before -= part.text.length
    if (citation.span && isBefore(citation.span, before)) continue
    part.citations = [...(part.citations ?? []), moved(citation, -before)]
    return
  }
  parts.push(citedText('', [citation]))
}

const isBefore = ({ start, end }: Span, at: number) => start < at || (start === end && start === at && at > 0)

/** An address for a source that has none, for formats that know no other sources. */
export const addressOf = ({ url, id, title }: Citation) => url ?? `source:${encodeURIComponent(id ?? title ?? '')}`

/** Only an address on the web, as others would be followed by clients that show links. */
export const webAddress = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined)
