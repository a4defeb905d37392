import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

/** Replaces the chart when its data or code could not be loaded. The list below does not depend on it. */
export function ChartFailure({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTranslation('logs')
  const { t: table } = useTranslation('table')
  return (
    <p role="alert" className="flex h-11 shrink-0 items-center gap-3 text-muted">
      {t('chart.unavailable')}
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {table('failed.retry')}
        </Button>
      )}
    </p>
  )
}
