import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { arrival } from '#web/lib/url/initial-search.ts'

const FirstPassword = lazy(() => import('#web/features/entry/first-password.tsx'))

export const Route = createFileRoute('/setup')({
  staticData: { page: { name: 'firstStart' } },
  loader: () => loadNamespaces('setup', 'entry'),
  component: () => <FirstPassword token={arrival.get('token') ?? ''} />,
})
