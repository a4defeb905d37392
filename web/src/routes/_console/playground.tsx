import { createFileRoute } from '@tanstack/react-router'
import { PlaygroundPage } from '#web/features/playground/playground-page.tsx'
import { pricingQuery } from '#web/features/pricing/pricing-query.ts'
import { groupsQuery } from '#web/features/tokens/token-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/playground')({
  staticData: { page: { name: 'playground', nav: { order: 12, access: 'user', key: 'y' } } },
  validateSearch: ({ expired, model }: Record<string, unknown>): { expired?: true; model?: string } => ({
    expired: expired === true || undefined,
    model: (typeof model === 'string' && model) || undefined,
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pricingQuery)
    void context.queryClient.prefetchQuery(groupsQuery)
    return loadNamespaces('playground')
  },
  component: PlaygroundPage,
})
