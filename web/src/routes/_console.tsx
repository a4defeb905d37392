import { createFileRoute, Link, Outlet, redirect, useMatches, useRouter } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, loginSearch, useUser } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** All routes below require a user: visitors log in first and are redirected back. */
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
  const page = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.page)?.staticData.page })
  const access = page?.access ?? page?.nav?.access ?? 'user'
  if (!user) return <ToLogin />
  if (!allows(access, user)) {
    return (
      <EmptyState
        page
        icon={<Lock size={32} aria-hidden />}
        title={t('notAllowed')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('notFound.home')}
          </Link>
        }
      />
    )
  }
  // Keyed by the user, so that open forms and dialogs do not pass to the next user.
  return <Outlet key={user.id} />
}

/**
 * Navigates to the login page once. This page re-renders until the login page is ready, and a `<Navigate>` would
 * restart the navigation on every render.
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
