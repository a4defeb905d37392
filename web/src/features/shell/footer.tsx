import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'

const SanitizedHtml = lazy(() => import('../content/sanitized-html.tsx'))

/** The site's own footer, or the product and its version. Unseen until it has its place below a page. */
export function Footer() {
  const { t } = useTranslation('shell')
  const { footer_html, version = '' } = useStatus()
  return (
    <footer className="min-h-10 px-4 [main:is(:empty,:has(>[aria-busy=true]))+&]:invisible py-2.5 text-center text-small text-muted">
      {footer_html ? (
        <Suspense>
          <SanitizedHtml html={footer_html} />
        </Suspense>
      ) : (
        t('footer.credit', { version })
      )}
    </footer>
  )
}
