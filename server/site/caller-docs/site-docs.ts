import type { CallerDoc } from '#contract/api/documents.ts'
import type { Language } from '#contract/errors.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Platform } from '../../platform/platform.ts'
import { catalogueOf } from '../models/catalogue.ts'
import { exampleModel } from '../models/example-model.ts'
import { callerDocs } from './caller-docs.ts'

const MEGABYTE = 1024 * 1024

interface Rendered {
  facts: string
  pages: readonly CallerDoc[]
}
const rendered = new WeakMap<Platform, Partial<Record<Language, Rendered>>>()

/** The documentation for callers of a site, rendered anew only when what it says of the site has changed. */
export function siteDocs(services: Platform & Calls, language: Language): readonly CallerDoc[] {
  const facts = {
    model: exampleModel(catalogueOf(services).rows()),
    maxBodyMb: Math.floor(services.config.maxBodyBytes / MEGABYTE),
  }
  const key = JSON.stringify(facts)
  const known = rendered.get(services) ?? {}
  const current = known[language]?.facts === key ? known[language] : { facts: key, pages: callerDocs(language, facts) }
  rendered.set(services, { ...known, [language]: current })
  return current.pages
}
