import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'

const SanitizedHtml = lazy(() => import('../content/sanitized-html.tsx'))

/** The site's footer, or the product and its version. Invisible until the page above is laid out. */
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
