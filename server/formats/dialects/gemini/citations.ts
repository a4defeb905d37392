import { toHttpUrl, toSpan, toVendorOffset } from '../citations.ts'
import type { Citation, JsonObject, Span } from '../conversation.ts'
import { objectOf, oneOrMoreObjects, readNumber, textOf, withoutUndefined } from '../json.ts'
import { toCamelCase } from './camel-case.ts'

/**
 * Reads the sources of a candidate: https://ai.google.dev/api/generate-content#GroundingMetadata and, for
 * quotations, https://ai.google.dev/api/generate-content#citationmetadata (`citations` at Vertex AI). `text`: the
 * candidate's whole text.
 */
export function readCitations({ groundingMetadata, citationMetadata }: JsonObject, text: string): Citation[] {
  return [...grounded(toCamelCase(objectOf(groundingMetadata)), text), ...quoted(objectOf(citationMetadata), text)]
}

function grounded({ groundingChunks, groundingSupports }: JsonObject, text: string): Citation[] {
  const sources = oneOrMoreObjects(groundingChunks).map(readChunk)
  const used = new Set<number>()
  const cited = oneOrMoreObjects(groundingSupports)
    .map(toCamelCase)
    .flatMap(({ segment, groundingChunkIndices }) => {
      const span = segmentIn(text, toCamelCase(objectOf(segment)))
      const indices = Array.isArray(groundingChunkIndices) ? groundingChunkIndices : [groundingChunkIndices]
      return indices.flatMap((given) => {
        const index = readNumber(given) ?? -1
        const source = sources[index]
        if (!source) return []
        used.add(index)
        return [span ? { ...source, span } : source]
      })
    })
  return [...cited, ...sources.filter((_, index) => !used.has(index))]
}

function readChunk(chunk: JsonObject, index: number): Citation {
  const { web, maps, image, retrievedContext } = toCamelCase(chunk)
  const { uri, sourceUri, title, text, documentName, fileSearchStore } = toCamelCase(
    objectOf(web ?? maps ?? image ?? retrievedContext),
  )
  const address = toHttpUrl(textOf(sourceUri) || textOf(uri))
  const named = textOf(documentName) || textOf(uri) || textOf(fileSearchStore) || `source_${index}`
  return withoutUndefined({
    url: address,
    title: textOf(title) || undefined,
    id: address === undefined ? named : undefined,
    quote: textOf(text) || undefined,
  })
}

/** Returns the span of a segment. If its offsets refer to another part, its text is searched. */
function segmentIn(text: string, { startIndex, endIndex, text: words }: JsonObject): Span | undefined {
  const span = toSpan(text, readNumber(startIndex), readNumber(endIndex), 'bytes')
  const citedText = textOf(words)
  if (!citedText || (span && text.slice(span.start, span.end) === citedText)) return span
  const start = text.indexOf(citedText)
  return start < 0 ? span : { start, end: start + citedText.length }
}

function quoted({ citationSources, citations }: JsonObject, text: string): Citation[] {
  return oneOrMoreObjects(citationSources ?? citations)
    .map(toCamelCase)
    .map(({ uri, title, license, startIndex, endIndex }) => {
      const address = toHttpUrl(textOf(uri))
      return withoutUndefined({
        url: address,
        title: textOf(title) || undefined,
        id: address === undefined ? textOf(uri) || textOf(license) || 'source' : undefined,
        span: toSpan(text, readNumber(startIndex), readNumber(endIndex), 'bytes'),
      })
    })
}

/** A text, and the index of its part in the content. */
export interface CitedPart {
  text: string
  citations?: Citation[]
  index: number
}

/**
 * Writes the `groundingMetadata` of a candidate, with each source once. Returns nothing if its texts have no
 * citations.
 */
export function writeGrounding(parts: readonly CitedPart[]): JsonObject {
  const chunks = new Map<string, number>()
  const groundingChunks: JsonObject[] = []
  const supports = new Map<string, { segment: JsonObject; groundingChunkIndices: number[] }>()
  for (const { text, citations = [], index: partIndex } of parts) {
    for (const citation of citations) {
      const chunk = writeChunk(citation)
      const key = JSON.stringify(chunk)
      const index = chunks.get(key) ?? groundingChunks.push(chunk) - 1
      chunks.set(key, index)
      const { span } = citation
      if (!span) continue
      const place = `${partIndex} ${span.start} ${span.end}`
      const support = supports.get(place) ?? { segment: writeSegment(span, text, partIndex), groundingChunkIndices: [] }
      supports.set(place, support)
      if (!support.groundingChunkIndices.includes(index)) support.groundingChunkIndices.push(index)
    }
  }
  const groundingSupports = [...supports.values()]
  return groundingChunks.length > 0 ? { groundingMetadata: { groundingChunks, groundingSupports } } : {}
}

function writeSegment({ start, end }: Span, text: string, partIndex: number): JsonObject {
  return {
    ...(partIndex > 0 ? { partIndex } : {}),
    startIndex: toVendorOffset(text, start, 'bytes'),
    endIndex: toVendorOffset(text, end, 'bytes'),
    text: text.slice(start, end),
  }
}

/** Sources without a URL count as retrieved from documents. */
function writeChunk({ url, title, id, quote }: Citation): JsonObject {
  if (url !== undefined) return { web: withoutUndefined({ uri: url, title }) }
  return { retrievedContext: withoutUndefined({ title: title ?? id, text: quote }) }
}
