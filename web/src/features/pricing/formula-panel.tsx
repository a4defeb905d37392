import { useTranslation } from 'react-i18next'
import type { PricingRow } from '#contract/api/pricing.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Formula } from './formula.tsx'
import type { Viewed } from './viewed.ts'

interface FormulaPanelProps {
  /** For the example; without one there is none. */
  row: PricingRow | undefined
  view: Viewed
}

/** How the other prices are computed, and one of them with the reader's own numbers. */
export default function FormulaPanel({ row, view }: FormulaPanelProps) {
  const { t } = useTranslation('pricing')
  const { input, output } = view.tokens
  return (
    <div className="grid gap-1 rounded-card border border-line px-3 py-2">
      <p>{t('formula.call')}</p>
      {row && (
        <p className="text-muted">
          {t('formula.own', { model: row.model_name, input: fullNumber(input), output: fullNumber(output) })}{' '}
          <Formula row={row} view={view} />
        </p>
      )}
      <p className="text-small text-muted">{t('formula.others')}</p>
    </div>
  )
}
