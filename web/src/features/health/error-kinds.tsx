import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { kindsOf } from '#web/features/traffic/health.ts'
import { DASH, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'

const loadSamples = () => import('./error-samples.tsx')

/** The kinds of errors of a model at a channel; opens the last error of each. */
export function ErrorKinds({ cell }: { cell: HealthCell }) {
  const { t } = useTranslation('health')
  const kinds = kindsOf(cell)
  if (kinds.length === 0) return <span className="text-muted">{DASH}</span>
  const [first, ...others] = kinds
  const text = first ? `${t(`kind.${first[0]}`)} ${fullNumber(first[1])}` : ''
  return (
    <LazyPanel
      load={loadSamples}
      trigger={
        <Button
          size="small"
          variant="ghost"
          className="-ms-2"
          aria-label={t('errors.open', { model: cell.model_name })}
        >
          {others.length > 0 ? `${text} +${others.length}` : text}
        </Button>
      }
      props={{ cell }}
    />
  )
}
