import { toHttpUrl, toSpan, toVendorOffset } from '../citations.ts'
import type { Citation, JsonObject, TextPart } from '../conversation.ts'
import { numberOf, objectsOf, textOf, withoutUndefined } from '../json.ts'

/**
 * Annotations of a text: https://platform.openai.com/docs/api-reference/responses/object#responses-object-output
 */

/** Reads the sources in the annotations of a text. */
export const readAnnotations = (annotations: unknown, text: string): Citation[] =>
  objectsOf(annotations).map((annotation) => readAnnotation(annotation, text))

/** Reads an annotation. File citations have a single offset, `index`, after the cited text. */
export function readAnnotation(annotation: JsonObject, text: string): Citation {
  const { url, title, file_id, filename, start_index, end_index, index } = annotation
  const start = numberOf(start_index) ?? numberOf(index)
  return withoutUndefined({
    url: toHttpUrl(textOf(url)),
    title: textOf(title) || textOf(filename) || undefined,
    id: textOf(file_id) || undefined,
    span: toSpan(text, start, numberOf(end_index) ?? start, 'characters'),
  })
}

/** Writes the annotations of a whole text. */
export const annotationsOf = ({ text, citations = [] }: TextPart) =>
  citations.map((citation) => writeAnnotation(citation, text))

/** Writes an annotation. Sources without a URL become files. */
export function writeAnnotation({ url, title, id, span }: Citation, text: string): JsonObject {
  const { start, end } = span ?? { start: 0, end: 0 }
  const end_index = toVendorOffset(text, end, 'characters')
  if (url === undefined) {
    return { type: 'file_citation', file_id: id ?? title ?? '', filename: title ?? id ?? '', index: end_index }
  }
  const start_index = toVendorOffset(text, start, 'characters')
  return { type: 'url_citation', url, title: title ?? '', start_index, end_index }
}
