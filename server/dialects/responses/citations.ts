import { countBefore, spanOf, webAddress } from '../citations.ts'
import type { Citation, JsonObject, TextPart } from '../conversation.ts'
import { defined, numberOf, objectsOf, textOf } from '../json.ts'

/** Annotations of a text: https://platform.openai.com/docs/api-reference/responses/object#responses-object-output */

/** The sources that the annotations of a text name. */
export const readAnnotations = (annotations: unknown, text: string): Citation[] =>
  objectsOf(annotations).map((annotation) => readAnnotation(annotation, text))

/** Files are cited at one place, `index`, behind the cited words. */
export function readAnnotation(annotation: JsonObject, text: string): Citation {
  const { url, title, file_id, filename, start_index, end_index, index } = annotation
  const start = numberOf(start_index) ?? numberOf(index)
  return defined({
    url: webAddress(textOf(url)),
    title: textOf(title) || textOf(filename) || undefined,
    id: textOf(file_id) || undefined,
    span: spanOf(text, start, numberOf(end_index) ?? start, 'characters'),
  })
}

/** The annotations of a whole text. */
export const annotationsOf = ({ text, citations = [] }: TextPart) =>
  citations.map((citation) => writeAnnotation(citation, text))

/** What has no address on the web is a file here. */
export function writeAnnotation({ url, title, id, span }: Citation, text: string): JsonObject {
  const { start, end } = span ?? { start: 0, end: 0 }
  const end_index = countBefore(text, end, 'characters')
  if (url === undefined) {
    return { type: 'file_citation', file_id: id ?? title ?? '', filename: title ?? id ?? '', index: end_index }
  }
  const start_index = countBefore(text, start, 'characters')
  return { type: 'url_citation', url, title: title ?? '', start_index, end_index }
}
