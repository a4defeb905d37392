import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const openApi = endpoint('GET /api/openapi.json', 'public', {
  summary: 'This interface as an OpenAPI 3.1 document; the relayed calls alone with part=relay',
  query: z.object({ part: z.optional(z.enum(['relay'])) }),
  reply: z.string(),
  wire: 'raw',
})

export const docsPage = endpoint('GET /api/docs', 'public', {
  summary: 'This interface as a page to read, for administrators and programmers',
  reply: z.string(),
  wire: 'raw',
})

/** A piece of a section: HTML without scripts and classes, or the text of a program. `{{root}}` in either = the site's address. */
export const docsBlock = z.union([z.object({ html: z.string() }), z.object({ code: z.string() })])
export type DocsBlock = z.infer<typeof docsBlock>

export const docsSection = z.object({
  /** The anchor of its heading; the same in all languages. "" = the words below the page's title. */
  id: z.string(),
  level: z.union([z.literal(2), z.literal(3)]),
  /** HTML of the heading. */
  title: z.string(),
  blocks: z.array(docsBlock),
})
export type DocsSection = z.infer<typeof docsSection>

export const callerDoc = z.object({
  /** The last part of its address below `/docs`; `start` is `/docs` itself. */
  id: z.string(),
  title: z.string(),
  sections: z.array(docsSection),
})
export type CallerDoc = z.infer<typeof callerDoc>

export const listDocs = endpoint('GET /api/docs/pages', 'public', {
  summary: 'The documentation for callers, in the language of Accept-Language',
  reply: z.array(callerDoc),
})
