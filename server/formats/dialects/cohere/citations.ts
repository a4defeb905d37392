import { toHttpUrl, toSpan } from '../citations.ts'
import type { Citation, JsonObject } from '../conversation.ts'
import { numberOf, objectOf, oneOrMoreObjects, textOf, withoutUndefined } from '../json.ts'

/**
 * Reads the sources of a text: https://docs.cohere.com/docs/rag-citations. Those of a plan or of reasoning are left
 * out, because other formats cite only for texts.
 */
export function readCitations(citations: unknown, text: string): Citation[] {
  return oneOrMoreObjects(citations)
    .filter(({ type }) => (textOf(type) || 'TEXT_CONTENT') === 'TEXT_CONTENT')
    .flatMap(({ start, end, sources }) => {
      const span = toSpan(text, numberOf(start), numberOf(end), 'characters')
      return oneOrMoreObjects(sources).map((source) => (span ? { ...readSource(source), span } : readSource(source)))
    })
}

function readSource({ id, document, tool_output }: JsonObject): Citation {
  const { url, title, snippet, text, content } = objectOf(document ?? tool_output)
  return withoutUndefined({
    url: toHttpUrl(textOf(url)),
    title: textOf(title) || undefined,
    id: textOf(id) || 'source',
    quote: textOf(snippet) || textOf(text) || textOf(content) || undefined,
  })
}
