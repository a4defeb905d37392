import type { CallerDoc } from '#contract/api/documents.ts'
import type { Language } from '#contract/errors.ts'
import { KEY_PLACEHOLDER, snippets } from '#contract/snippets.ts'
import { clientSetups } from './client-setups.ts'
import { errorExample, errorTables } from './error-tables.ts'
import { pages } from './pages.ts'
import { parsePage } from './parse-page.ts'
import { reference } from './reference.ts'

/** What the pages say of this server. */
export interface DocsFacts {
  /** A model that callers can use, for examples. */
  model: string
  /** Most megabytes of a request's body. */
  maxBodyMb: number
}

const FENCE = '```'

/** Renders the documentation for callers in a language. `{{root}}` is left in it: readers know the site's address. */
export function callerDocs(language: Language, facts: DocsFacts): CallerDoc[] {
  return pages.map((page) => parsePage(page.id, fill(page[language], language, facts), Bun.markdown.html))
}

/** Fills in what is generated, which may contain places for facts itself. Throws where a place has another name. */
function fill(markdown: string, language: Language, { model, maxBodyMb }: DocsFacts): string {
  const values: Record<string, () => string> = {
    model: () => model,
    maxBodyMb: () => String(maxBodyMb),
    base: () => '{{root}}/v1',
    root: () => '{{root}}',
    shape: () => errorExample(language),
    errors: () => errorTables(language),
    clients: () => clientSetups(language),
    reference: () => reference(language),
  }
  const filled = markdown.replace(/\{\{(?!root\}\})(\w+)(?: ([\w-]+))?\}\}/g, (_, name: string, id: string) => {
    const value = name === 'snippet' ? () => snippet(id, model) : values[name]
    if (!value) throw new Error(`The pages for callers have no value named ${name}`)
    return value()
  })
  return filled === markdown ? filled : fill(filled, language, { model, maxBodyMb })
}

function snippet(id: string, model: string): string {
  const found = snippets.find((one) => one.id === id)
  return `${FENCE}\n${found?.text({ baseUrl: '{{root}}/v1', key: KEY_PLACEHOLDER, model })}\n${FENCE}`
}
