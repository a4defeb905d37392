import { useTranslation } from 'react-i18next'
import type { ModelOutlook } from '#contract/api/channel-outlook.ts'
import { tip } from '#web/ui/tooltip.tsx'

/** Marks for a model: that it has no price, and which other channels serve it. */
export function ModelNotes({ model: { priced, elsewhere } }: { model: ModelOutlook }) {
  const { t } = useTranslation('editor')
  if (priced && elsewhere === 0) return null
  const also = t('models.elsewhere', { count: elsewhere })
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-small">
      {!priced && <span className="text-warning">{t('models.unpriced')}</span>}
      {elsewhere > 0 && (
        <span className="text-muted tabular-nums" {...tip(also)}>
          <span aria-hidden>+{elsewhere}</span>
          <span className="sr-only">{also}</span>
        </span>
      )}
    </span>
  )
}

/** Summarises the marks of all models in one line. */
export function ModelSummary({ models }: { models: readonly ModelOutlook[] }) {
  const { t } = useTranslation('editor')
  const unpriced = models.filter(({ priced }) => !priced).length
  const elsewhere = models.filter((model) => model.elsewhere > 0).length
  return (
    <>
      {models.length > unpriced && <span>{t('models.pricedCount', { count: models.length - unpriced })}</span>}
      {unpriced > 0 && <span className="text-warning">{t('models.unpricedCount', { count: unpriced })}</span>}
      {elsewhere > 0 && <span>{t('models.elsewhereCount', { count: elsewhere })}</span>}
    </>
  )
}
