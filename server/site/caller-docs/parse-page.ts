import type { CallerDoc, DocsSection } from '#contract/api/documents.ts'

const TITLE = /^# (.+)$/
const HEADING = /^(##|###) (.+) \{#([\w-]+)\}$/
const FENCE = '```'

/**
 * Cuts a page of Markdown at its headings, which end in `{#anchor}`, and separates programs from words. `toHtml`
 * renders the words.
 */
export function parsePage(id: string, markdown: string, toHtml: (markdown: string) => string): CallerDoc {
  const inline = (text: string) => toHtml(text).replace(/^<p>|<\/p>\s*$/g, '')
  const page: CallerDoc = { id, title: '', sections: [] }
  let section: DocsSection = { id: '', level: 2, title: '', blocks: [] }
  let words: string[] = []
  let code: string[] | undefined
  const endWords = () => {
    const text = words.join('\n').trim()
    if (text) section.blocks.push({ html: toHtml(text).trim() })
    words = []
  }
  for (const line of markdown.split('\n')) {
    const heading = code ? null : HEADING.exec(line)
    const title = code ? null : TITLE.exec(line)
    if (line.startsWith(FENCE)) {
      if (code) section.blocks.push({ code: code.join('\n') })
      else endWords()
      code = code ? undefined : []
    } else if (code) code.push(line)
    else if (heading) {
      endWords()
      page.sections.push(section)
      const [, marks = '', text = '', anchor = ''] = heading
      section = { id: anchor, level: marks === '##' ? 2 : 3, title: inline(text), blocks: [] }
    } else if (title) page.title = title[1] ?? ''
    else words.push(line)
  }
  endWords()
  page.sections.push(section)
  return page
}
