import { createFileRoute } from '@tanstack/react-router'
import { redemptionsQuery } from '#web/features/redemption/redemption-list.ts'
import { redemptionList } from '#web/features/redemption/redemption-search.ts'
import { RedemptionsPage } from '#web/features/redemption/redemptions-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/redemption')({
  staticData: { page: { name: 'redemption', nav: { access: 'admin', key: 'r' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(redemptionList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(redemptionsQuery(listStateOf(redemptionList, deps)))
    return loadNamespaces('table', 'redemption')
  },
  component: RedemptionsPage,
})
