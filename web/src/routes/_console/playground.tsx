import { createFileRoute } from '@tanstack/react-router'
import { PlaygroundPage } from '#web/features/playground/playground-page.tsx'
import { pricingQuery } from '#web/features/pricing/pricing-query.ts'
import { groupsQuery } from '#web/features/tokens/token-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/playground')({
  staticData: { page: { name: 'playground', nav: { order: 12, access: 'user', key: 'y' } } },
  validateSearch: ({ expired }: Record<string, unknown>): { expired?: true } => ({
    expired: expired === true || undefined,
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pricingQuery)
    void context.queryClient.prefetchQuery(groupsQuery)
    return loadNamespaces('playground')
  },
  component: PlaygroundPage,
})
