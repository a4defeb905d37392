import { createFileRoute } from '@tanstack/react-router'
import { auditsQuery } from '#web/features/audits/audit-list.ts'
import { auditList } from '#web/features/audits/audit-search.ts'
import { AuditsPage } from '#web/features/audits/audits-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/audit')({
  staticData: { page: { name: 'audit', nav: { access: 'root', key: 'a' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(auditList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(auditsQuery(listStateOf(auditList, deps)))
    return loadNamespaces('table', 'audits', 'users', 'logs', 'alerts', 'options')
  },
  component: AuditsPage,
})
