import type { TFunction } from 'i18next'
import type { ModelStatus } from '#contract/api/traffic.ts'
import { countStates } from './status-list.ts'

/** How all models are now, in a line that names only what is not as it should be. */
export function summaryText(models: readonly ModelStatus[], t: TFunction<'status'>): string {
  const { down, slow } = countStates(models)
  if (down + slow === 0) return t('summary.good')
  return [down > 0 && t('summary.down', { count: down }), slow > 0 && t('summary.slow', { count: slow })]
    .filter(Boolean)
    .join(' · ')
}
