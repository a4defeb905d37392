import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** In place of another site's widget that did not come. The page loads anew: its policy may be older than the widget. */
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
