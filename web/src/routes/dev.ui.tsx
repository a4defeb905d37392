import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import NotFoundPage from '#web/features/shell/not-found.tsx'

// The condition is constant in a build, so the production bundle excludes the page.
const KitPage = import.meta.env.DEV ? lazy(() => import('#web/features/kit/kit-page.tsx')) : NotFoundPage

export const Route = createFileRoute('/dev/ui')({
  staticData: { page: { name: 'devUi' } },
  component: KitPage,
})
