import { createFileRoute } from '@tanstack/react-router'
import { CreateTokenDrawer } from '#web/features/tokens/create-drawer.tsx'
import { groupsQuery, modelsQuery } from '#web/features/tokens/token-list.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/token/add')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(groupsQuery)
    void context.queryClient.prefetchQuery(modelsQuery)
    return loadNamespaces('form', 'snippets')
  },
  component: CreateTokenDrawer,
})
