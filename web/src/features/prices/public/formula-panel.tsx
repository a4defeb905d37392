import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { fullNumber } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Formula } from './formula.tsx'
import type { Viewed } from './viewed.ts'

interface FormulaPanelProps {
  /** The model of the example; without one, no example is shown. */
  row: CatalogueRow | undefined
  view: Viewed
}

/** Explains how the prices are derived, with one example in the user's own numbers. */
export default function FormulaPanel({ row, view }: FormulaPanelProps) {
  const { t } = useTranslation('pricing')
  const { input, output } = view.tokens
  // From 640 px the line above the list says it.
  const phone = useMedia(MEDIA.phone)
  return (
    <div className="grid gap-1 surface px-3 py-2">
      {phone && <p>{t('formula.text')}</p>}
      <p>{t('formula.call')}</p>
      {row && (
        <p className="text-muted">
          {t('formula.own', { model: row.name, input: fullNumber(input), output: fullNumber(output) })}{' '}
          <Formula row={row} view={view} />
        </p>
      )}
      <p className="text-small text-muted">{t('formula.others')}</p>
    </div>
  )
}
