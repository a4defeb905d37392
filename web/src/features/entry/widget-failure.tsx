import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/**
 * Replaces another site's widget that failed to load. Offers a page reload, since the page's CSP may be older
 * than the widget's configuration.
 */
export function WidgetFailure({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Banner
      tone="warning"
      role="status"
      action={
        <Button size="small" onClick={() => location.reload()}>
          {t('action.retry')}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
