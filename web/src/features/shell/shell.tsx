import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status } from '#contract/api/site.ts'
import { useConsoleFrame } from '#web/console-frame.ts'
import { SiteHtml } from '#web/features/content/site-html.tsx'
import { showAccent } from '#web/lib/accent.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { selfQuery, useIsAdmin, useUser } from '#web/lib/session.ts'
import { injectedJson, statusQuery, useStatus } from '#web/lib/status.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { contactAddress } from './contact-address.ts'
import { NoticeBar } from './notice.tsx'
import { TopBar } from './top-bar.tsx'
import { useSidebar } from './use-sidebar.ts'

/** The layout around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const isAdmin = useIsAdmin()
  const frame = useConsoleFrame()
  useDocumentTitle()
  useBranding()
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
          {user && frame && <frame.FirstRun />}
          {user && frame && <frame.FeatureOff />}
          {user && frame && <frame.SectionTabs />}
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

/** The site's footer, or the product and its version, and links. Invisible until the page above is laid out. */
function Footer() {
  const { t } = useTranslation('shell')
  const { footer_html, version = '', status_page_enabled, terms_link, contact_link } = useStatus()
  const contact = contactAddress(contact_link)
  return (
    <footer className="min-h-8 px-4 [main:is(:empty,:has(>[aria-busy=true],.skeleton))+&]:invisible py-1.5 text-center text-small text-muted">
      {footer_html ? <SiteHtml html={footer_html} /> : t('footer.credit', { version })}
      <Link to="/docs" className={FOOTER_LINK}>
        {t('page.docs')}
      </Link>
      {status_page_enabled && (
        <Link to="/status" className={FOOTER_LINK}>
          {t('page.status')}
        </Link>
      )}
      {terms_link && (
        <a href={terms_link} className={FOOTER_LINK}>
          {t('footer.terms')}
        </a>
      )}
      {contact && (
        <a href={contact} className={FOOTER_LINK}>
          {t('footer.contact')}
        </a>
      )}
    </footer>
  )
}

const FOOTER_LINK = 'ms-3 inline-block underline hover:text-text'

/** Keeps the document title at "page · system name", in the selected language. */
function useDocumentTitle() {
  const { t } = useTranslation('shell')
  const { system_name } = useStatus()
  const match = useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.page) })
  const page = match?.staticData.page
  const params: Record<string, unknown> = match?.params ?? {}
  const own = usePageTitle()
  const named = own ?? (page?.titleFrom ? String(params[page.titleFrom] ?? '') : '')
  const title = page ? `${named || t(`page.${page.name}`)} · ${system_name}` : system_name
  useEffect(() => {
    document.title = title
  }, [title])
}

const BUILT_IN_ICON = '/favicon.svg'

/** Gives the browser's tab the site's logo, and the page its accent after a change. */
function useBranding() {
  const { logo = '', accent_color = '' } = useStatus()
  useEffect(() => {
    void showAccent(accent_color, injectedJson<Status>('status')?.accent_color ?? '')
  }, [accent_color])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || (!logo && icon.getAttribute('href') === BUILT_IN_ICON)) return
    icon.removeAttribute('type')
    icon.href = logo || BUILT_IN_ICON
  }, [logo])
}

/** Reports that the server's public status could not be loaded: the page shows defaults or cached values. */
function useStatusFailure() {
  const { error, dataUpdatedAt } = useQuery(statusQuery)
  const message = dataUpdatedAt === 0 ? error?.message : undefined
  useEffect(() => {
    if (message) toast.error(message)
  }, [message])
}
