import type { QueryClient } from '@tanstack/react-query'
import { importQuery } from '#web/features/move-in/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

/** Prefetches the data of the page of files and imports. */
export function loadFiles(client: QueryClient): Promise<void> {
  void client.prefetchQuery(importQuery)
  return loadNamespaces('configuration', 'moveIn', 'table')
}
