import { isRecord } from '#contract/is-record.ts'
import { toHttpUrl, toSpan, toVendorOffset, urlOfSource } from '../citations.ts'
import type { Citation, JsonObject } from '../conversation.ts'
import { numberOf, objectsOf, textOf, withoutUndefined } from '../json.ts'

/**
 * Reads the sources of a message or a delta: https://platform.openai.com/docs/api-reference/chat/object. OpenRouter
 * uses the same fields: https://openrouter.ai/docs/features/web-search. `text`: the answer so far.
 */
export function readAnnotations({ annotations }: JsonObject, text: string): Citation[] {
  return objectsOf(annotations).flatMap((annotation) => {
    // Files that the vendor parsed, which OpenRouter repeats here, are not sources.
    if (annotation.type === 'file') return []
    const { url, title, content, start_index, end_index } = isRecord(annotation.url_citation)
      ? annotation.url_citation
      : annotation
    const citation = source(url, title, content)
    if (Object.keys(citation).length === 0) return []
    const span = toSpan(text, numberOf(start_index), numberOf(end_index), 'characters')
    return [span ? { ...citation, span } : citation]
  })
}

/**
 * Reads sources of a whole answer: of Perplexity (https://docs.perplexity.ai/api-reference/chat-completions-post),
 * which repeats the URLs as `citations`, as xAI does (https://docs.x.ai/docs/guides/live-search), and of Zhipu
 * (https://docs.bigmodel.cn/cn/guide/tools/web-search).
 */
export function readSources({ search_results, citations, web_search }: JsonObject): Citation[] {
  for (const list of [search_results, citations, web_search]) {
    const found = (Array.isArray(list) ? list : []).flatMap((item) => {
      if (typeof item === 'string') return [source(item, undefined, undefined)]
      return isRecord(item) ? [source(item.url ?? item.link, item.title, item.snippet ?? item.content)] : []
    })
    if (found.length > 0) return found
  }
  return []
}

function source(url: unknown, title: unknown, quote: unknown): Citation {
  const address = toHttpUrl(textOf(url))
  return withoutUndefined({
    url: address,
    title: textOf(title) || undefined,
    id: address === undefined ? textOf(url) || undefined : undefined,
    quote: textOf(quote) || undefined,
  })
}

/** `text`: the text to which the citation's span refers. */
export function writeAnnotation(citation: Citation, text: string) {
  const { start, end } = citation.span ?? { start: 0, end: 0 }
  const start_index = toVendorOffset(text, start, 'characters')
  const end_index = toVendorOffset(text, end, 'characters')
  const title = citation.title ?? citation.id ?? ''
  return { type: 'url_citation', url_citation: { url: urlOfSource(citation), title, start_index, end_index } }
}
