import type { CallerDoc } from '#contract/api/documents.ts'
import type { Language } from '#contract/errors.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Platform } from '../../platform/platform.ts'
import { siteDocs } from '../caller-docs/site-docs.ts'
import { heading, link, list, program } from './html.ts'

const ADDRESS = /^\/docs(?:\/([\w-]+))?\/?$/

/** The page of the documentation at an address; undefined where there is none. */
export function docAt(path: string, services: Platform & Calls, language: Language): CallerDoc | undefined {
  const found = ADDRESS.exec(path)
  return found ? siteDocs(services, language).find(({ id }) => id === (found[1] ?? 'start')) : undefined
}

/** The first sentence of a page as plain text. */
export function summaryOf({ sections }: CallerDoc): string {
  const [first] = sections[0]?.blocks ?? []
  return first && 'html' in first ? first.html.replace(/<[^>]*>/g, '') : ''
}

/** A page of the documentation as HTML, with links to the others. `root`: the site's address. */
export function docText(doc: CallerDoc, services: Platform & Calls, language: Language, root: string): string {
  const others = siteDocs(services, language).map(({ id, title }) =>
    link(id === 'start' ? '/docs' : `/docs/${id}`, title),
  )
  const sections = doc.sections.map(({ id, level, title, blocks }) => {
    const head = id ? `<h${level} id="${id}">${title}</h${level}>` : ''
    const body = blocks.map((block) => ('code' in block ? program(block.code) : block.html))
    return head + body.join('')
  })
  const text = heading(1, doc.title) + list(others) + sections.join('')
  return text.replaceAll('{{root}}', () => Bun.escapeHTML(root))
}
