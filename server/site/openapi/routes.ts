import { endpoints } from '#contract/api/all.ts'
import { docsPage, openApi } from '#contract/api/documents.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { openApiDocument, relayDocument } from './document.ts'
import { docsHtml } from './page.ts'

/** The description of the interface, for programs and for people. */
export function documentRoutes(routes: Routes): void {
  routes.open(openApi, ({ context, query, services: { options, config } }) => {
    const about = { title: options.values.SystemName, version: config.version }
    return context.json(query.part === 'relay' ? relayDocument(about) : openApiDocument(endpoints, about))
  })
  routes.open(docsPage, ({ services: { options, config } }) => {
    const about = { title: options.values.SystemName, version: config.version }
    return docsHtml(openApiDocument(endpoints, about), about)
  })
}
