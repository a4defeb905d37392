import { toHttpUrl } from '../citations.ts'
import type { Citation, JsonObject, TextPart } from '../conversation.ts'
import { objectsOf, readTokenCount, textOf, withoutUndefined } from '../json.ts'
import { UNSIGNED } from '../state-seals.ts'

/**
 * Reads the citations of a text block, which apply to the whole block:
 * https://platform.claude.com/docs/en/build-with-claude/citations
 */
export function readCitations({ citations, text }: JsonObject): Citation[] {
  const span = { start: 0, end: textOf(text).length }
  return objectsOf(citations).map((citation) => ({ ...readCitation(citation), span }))
}

export function readCitation(citation: JsonObject): Citation {
  const { url, source, title, document_title, document_index, file_id, cited_text } = citation
  const address = toHttpUrl(textOf(url) || textOf(source))
  const named = textOf(file_id) || textOf(source) || `document_${readTokenCount(document_index)}`
  return withoutUndefined({
    url: address,
    title: textOf(title) || textOf(document_title) || undefined,
    id: address === undefined ? named : undefined,
    quote: textOf(cited_text) || undefined,
    anthropic: citation,
  })
}

/**
 * Writes a citation. Sources without a URL become documents. Anthropic would validate citations that a caller sends
 * back, so those made here carry the mark.
 */
export function writeCitation({ url, title, id, quote = '', anthropic }: Citation): JsonObject {
  if (anthropic) return anthropic
  if (url !== undefined) {
    return {
      type: 'web_search_result_location',
      url,
      title: title ?? null,
      cited_text: quote,
      encrypted_index: UNSIGNED,
    }
  }
  return {
    type: 'char_location',
    cited_text: quote,
    document_index: 0,
    document_title: title ?? id ?? null,
    file_id: UNSIGNED,
    start_char_index: 0,
    end_char_index: quote.length,
  }
}

/** Returns whether a citation was written here and not by Anthropic. */
export const isOwnCitation = ({ encrypted_index, file_id }: JsonObject) =>
  encrypted_index === UNSIGNED || file_id === UNSIGNED

/** Splits the text into blocks: each cited span becomes one with its citations. Overlapping spans are merged. */
export function citedBlocks({ text, citations = [] }: TextPart): JsonObject[] {
  const pieces: { start: number; end: number; cited: Citation[] }[] = []
  const bySpan = citations.filter(({ span }) => span).sort((one, other) => spanStart(one) - spanStart(other))
  for (const citation of bySpan) {
    const { start, end } = citation.span ?? { start: 0, end: 0 }
    const last = pieces.at(-1)
    const isSame = last && (start < last.end || (start === end && end === last.end))
    if (isSame) {
      last.end = Math.max(last.end, end)
      last.cited.push(citation)
    } else {
      const isPlace = start === end
      if (!isPlace && start > (last?.end ?? 0)) pieces.push({ start: last?.end ?? 0, end: start, cited: [] })
      pieces.push({ start: isPlace ? (last?.end ?? 0) : start, end, cited: [citation] })
    }
  }
  const citedEnd = pieces.at(-1)?.end ?? 0
  if (citedEnd < text.length) pieces.push({ start: citedEnd, end: text.length, cited: [] })
  const whole = citations.filter(({ span }) => !span)
  pieces.at(-1)?.cited.push(...whole)
  return pieces.map(({ start, end, cited }) => ({
    type: 'text',
    text: text.slice(start, end),
    ...(cited.length > 0 ? { citations: cited.map(writeCitation) } : {}),
  }))
}

const spanStart = ({ span }: Citation) => span?.start ?? 0
