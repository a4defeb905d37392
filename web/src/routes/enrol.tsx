import { createFileRoute, redirect } from '@tanstack/react-router'
import { EnrolPage } from '#web/features/account/enrol-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { isLoggedIn } from '#web/lib/session.ts'

export const Route = createFileRoute('/enrol')({
  staticData: { page: { name: 'enrol' } },
  beforeLoad() {
    if (!isLoggedIn()) throw redirect({ to: '/login', replace: true })
  },
  loader: () => loadNamespaces('personal'),
  component: EnrolPage,
})
