import { useTranslation } from 'react-i18next'
import type { ModelStatus } from '#contract/api/traffic.ts'
import { cx } from '#web/lib/cx.ts'

const DOT: Record<ModelStatus['state'], string> = {
  up: 'bg-success',
  slow: 'bg-warning',
  down: 'bg-danger',
  quiet: 'bg-control',
}

/** The state of a model as a dot and a word. */
export function StateMark({ state }: Pick<ModelStatus, 'state'>) {
  const { t } = useTranslation('models')
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={cx('size-2 shrink-0 rounded-full', DOT[state])} />
      {t(`state.${state}`)}
    </span>
  )
}
