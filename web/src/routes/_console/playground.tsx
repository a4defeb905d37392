import { createFileRoute } from '@tanstack/react-router'
import { isId } from '#web/features/playground/book/conversation-id.ts'
import { PlaygroundPage } from '#web/features/playground/playground-page.tsx'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import { groupsQuery } from '#web/features/tokens/token-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

interface Search {
  expired?: true | undefined
  /** Chooses this model. */
  model?: string | undefined
  /** Id of the conversation; absent = the one opened last. */
  chat?: string | undefined
}

export const Route = createFileRoute('/_console/playground')({
  staticData: { page: { name: 'playground', nav: { access: 'user', key: 'y' } } },
  validateSearch: ({ expired, model, chat }: Record<string, unknown>): Search => ({
    expired: expired === true || undefined,
    chat: isId(chat) ? chat : undefined,
    model: (typeof model === 'string' && model) || undefined,
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pricingQuery)
    void context.queryClient.prefetchQuery(groupsQuery)
    return loadNamespaces('playground')
  },
  component: PlaygroundPage,
})
