import { listDocs } from '#contract/api/documents.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { siteDocs } from './site-docs.ts'

/** The documentation for callers. */
export function callerDocsRoutes(routes: Routes): void {
  routes.open(listDocs, ({ services, context }) => [...siteDocs(services, context.var.language)])
}
