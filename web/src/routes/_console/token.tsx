import { createFileRoute } from '@tanstack/react-router'
import { tokensQuery } from '#web/features/tokens/token-list.ts'
import { tokenList } from '#web/features/tokens/token-search.ts'
import { TokensPage } from '#web/features/tokens/tokens-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/token')({
  staticData: { page: { name: 'token', nav: { access: 'user', key: 't' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(tokenList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(tokensQuery(listStateOf(tokenList, deps)))
    return loadNamespaces('table', 'tokens')
  },
  component: TokensPage,
})
