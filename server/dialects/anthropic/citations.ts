import { webAddress } from '../citations.ts'
import type { Citation, JsonObject, TextPart } from '../conversation.ts'
import { countOf, defined, objectsOf, textOf } from '../json.ts'
import { UNSIGNED } from '../seals.ts'

/** Citations of a text block, which is cited as a whole: https://platform.claude.com/docs/en/build-with-claude/citations */
export function readCitations({ citations, text }: JsonObject): Citation[] {
  const span = { start: 0, end: textOf(text).length }
  return objectsOf(citations).map((citation) => ({ ...readCitation(citation), span }))
}

export function readCitation(citation: JsonObject): Citation {
  const { url, source, title, document_title, document_index, file_id, cited_text } = citation
  const address = webAddress(textOf(url) || textOf(source))
  const named = textOf(file_id) || textOf(source) || `document_${countOf(document_index)}`
  return defined({
    url: address,
    title: textOf(title) || textOf(document_title) || undefined,
    id: address === undefined ? named : undefined,
    quote: textOf(cited_text) || undefined,
    anthropic: citation,
  })
}

/**
 * What has no address on the web is a document here. Anthropic would check what a caller sends back: the mark tells those
 * that were written here.
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

/** Whether a citation was written here, and not by Anthropic. */
export const isMadeHere = ({ encrypted_index, file_id }: JsonObject) =>
  encrypted_index === UNSIGNED || file_id === UNSIGNED

/** The text as blocks: each cited part is one, with its citations. Parts that overlap are one. */
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
  const told = pieces.at(-1)?.end ?? 0
  if (told < text.length) pieces.push({ start: told, end: text.length, cited: [] })
  const whole = citations.filter(({ span }) => !span)
  pieces.at(-1)?.cited.push(...whole)
  return pieces.map(({ start, end, cited }) => ({
    type: 'text',
    text: text.slice(start, end),
    ...(cited.length > 0 ? { citations: cited.map(writeCitation) } : {}),
  }))
}

const spanStart = ({ span }: Citation) => span?.start ?? 0
