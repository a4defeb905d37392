import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { selfQuery, useUser } from '#web/lib/session.ts'
import { Footer } from './footer.tsx'
import { BottomBar, Sidebar } from './navigation.ts'
import { NoticeBar } from './notice.tsx'
import { PasswordWarning } from './password-warning.tsx'
import { useShellActions } from './shell-actions.ts'
import { TopBar } from './top-bar.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useSidebar } from './use-sidebar.ts'

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  useDocumentTitle()
  useShellActions()
  useQuery({ ...selfQuery, enabled: user !== null })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-page p-2 text-primary underline focus:not-sr-only focus:absolute focus:top-1 focus:left-1"
      >
        {t('nav.skip')}
      </a>
      <TopBar />
      <div className="flex flex-1">
        {user && (
          <Suspense fallback={<SidebarSpace />}>
            <Sidebar />
          </Suspense>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <NoticeBar />
          <PasswordWarning />
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
          <Footer />
        </div>
      </div>
      {user && (
        <Suspense>
          <BottomBar />
        </Suspense>
      )}
    </div>
  )
}

/** Keeps the sidebar's place, so that nothing moves when it comes. */
function SidebarSpace() {
  const { width } = useSidebar()
  return <div className={`shrink-0 border-line border-r max-sm:hidden ${width}`} />
}
