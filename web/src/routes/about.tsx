import { createFileRoute } from '@tanstack/react-router'
import { aboutQuery } from '#web/features/content/queries.ts'
import { AboutPage } from '#web/features/home/about-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/about')({
  staticData: { page: { name: 'about' } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(aboutQuery)
    return loadNamespaces('home')
  },
  component: AboutPage,
})
