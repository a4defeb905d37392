import { createFileRoute } from '@tanstack/react-router'
import { MarginPage } from '#web/features/margin/margin-page.tsx'
import { parseMarginSearch } from '#web/features/margin/margin-search.ts'
import { marginQuery } from '#web/features/margin/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/margin')({
  staticData: { page: { name: 'margin', nav: { access: 'admin', key: 'n' } } },
  validateSearch: parseMarginSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(marginQuery(deps))
    return loadNamespaces('table', 'margin', 'channels')
  },
  component: MarginPage,
})
