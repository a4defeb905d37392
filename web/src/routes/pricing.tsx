import { createFileRoute } from '@tanstack/react-router'
import { PricingPage } from '#web/features/prices/public/pricing-page.tsx'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import { parsePricingSearch } from '#web/features/prices/public/pricing-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/pricing')({
  staticData: { page: { name: 'pricing', nav: { access: 'public', key: 'p' } } },
  validateSearch: parsePricingSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pricingQuery)
    return loadNamespaces('table', 'pricing')
  },
  component: PricingPage,
})
