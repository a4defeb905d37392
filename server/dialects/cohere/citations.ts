import { spanOf, webAddress } from '../citations.ts'
import type { Citation, JsonObject } from '../conversation.ts'
import { defined, numberOf, objectOf, objectsIn, textOf } from '../json.ts'

/**
 * The sources of a text: https://docs.cohere.com/docs/rag-citations. Those of a plan or a thought are left out, as other
 * formats only cite for texts.
 */
export function readCitations(citations: unknown, text: string): Citation[] {
  return objectsIn(citations)
    .filter(({ type }) => (textOf(type) || 'TEXT_CONTENT') === 'TEXT_CONTENT')
    .flatMap(({ start, end, sources }) => {
      const span = spanOf(text, numberOf(start), numberOf(end), 'characters')
      return objectsIn(sources).map((source) => (span ? { ...readSource(source), span } : readSource(source)))
    })
}

function readSource({ id, document, tool_output }: JsonObject): Citation {
  const { url, title, snippet, text, content } = objectOf(document ?? tool_output)
  return defined({
    url: webAddress(textOf(url)),
    title: textOf(title) || undefined,
    id: textOf(id) || 'source',
    quote: textOf(snippet) || textOf(text) || textOf(content) || undefined,
  })
}
