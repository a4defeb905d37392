import { createFileRoute } from '@tanstack/react-router'
import { WalletPage } from '#web/features/wallet/wallet-page.tsx'
import { parseWalletSearch } from '#web/features/wallet/wallet-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { selfQuery } from '#web/lib/session.ts'

export const Route = createFileRoute('/_console/topup')({
  staticData: { page: { name: 'topup', nav: { access: 'user', key: 'w' } } },
  validateSearch: parseWalletSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(selfQuery)
    return loadNamespaces('table', 'form', 'wallet')
  },
  component: WalletPage,
})
