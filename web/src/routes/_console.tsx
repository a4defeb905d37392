import { createFileRoute, Outlet, redirect, useMatches, useRouter } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, loginSearch, useUser } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Everything below needs a user: a visitor logs in first and comes back. */
export const Route = createFileRoute('/_console')({
  beforeLoad: async ({ context, location }) => {
    if (!getStored('user')) throw redirect({ to: '/login', search: loginSearch(location.href) })
    await context.loadFrame()
  },
  component: Guarded,
})

function Guarded() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const access = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.page)?.staticData.page?.nav?.access ?? 'user',
  })
  if (!user) return <ToLogin />
  if (!allows(access, user)) return <EmptyState page icon={<Lock size={32} aria-hidden />} title={t('notAllowed')} />
  // What is open was opened by the one user, and is not for the next.
  return <Outlet key={user.id} />
}

/**
 * Goes to the login page, once. This page is drawn until that one is ready, and a `<Navigate>` would start anew with
 * every draw and never arrive.
 */
function ToLogin() {
  const router = useRouter()
  useEffect(() => {
    const { href, pathname } = router.latestLocation
    if (pathname === '/login') return
    void router.navigate({ to: '/login', search: loginSearch(href), replace: true, ignoreBlocker: true })
  }, [router])
  return null
}
