import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsoleFrame } from '#web/console-frame.ts'
import { selfQuery, useIsAdmin, useUser } from '#web/lib/session.ts'
import { Footer } from './footer.tsx'
import { NoticeBar } from './notice.tsx'
import { TopBar } from './top-bar.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useSidebar } from './use-sidebar.ts'
import { useStatusFailure } from './use-status-failure.ts'

/** The layout around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const isAdmin = useIsAdmin()
  const frame = useConsoleFrame()
  useDocumentTitle()
  useStatusFailure()
  useQuery({ ...selfQuery, enabled: user !== null })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-page p-2 text-primary underline focus:not-sr-only focus:absolute focus:top-1 focus:left-1"
      >
        {t('nav.skip')}
      </a>
      {frame && <frame.ShellActions />}
      {isAdmin && frame && (
        <Suspense>
          <frame.CountWatch />
        </Suspense>
      )}
      <TopBar />
      <div className="flex flex-1">
        {user && (frame ? <frame.Sidebar /> : <SidebarSpace />)}
        <div className="flex min-w-0 flex-1 flex-col">
          <NoticeBar />
          {user && frame && <frame.PasswordWarning />}
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
          <Footer />
        </div>
      </div>
      {user && frame && <frame.BottomBar />}
    </div>
  )
}

/** Reserves the sidebar's space, so that the page does not shift when it loads. */
function SidebarSpace() {
  const { width } = useSidebar()
  return <div className={`shrink-0 border-edge border-r max-sm:hidden ${width}`} />
}
