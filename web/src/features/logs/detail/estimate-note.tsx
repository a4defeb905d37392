import { useTranslation } from 'react-i18next'
import type { EstimateBasis } from '#contract/receipt.ts'
import { SCRIPTS } from '#contract/text-scripts.ts'
import { fullNumber } from '#web/lib/format.ts'

/** Tells what the tokens of a call were estimated by: the ratios of its model's family, and where they come from. */
export function EstimateNote({ basis: { family, calls, ratios } }: { basis: EstimateBasis }) {
  const { t } = useTranslation('logs')
  const words = SCRIPTS.flatMap((script, at) => {
    const ratio = ratios[at]
    return ratio === undefined ? [] : [`${t(`estimate.${script}`)} ${fullNumber(ratio)}`]
  })
  const models = family === 'other' ? t('estimate.others') : family
  return (
    <>
      {calls > 0 ? t('estimate.learned', { family: models, count: calls }) : t('estimate.builtIn', { family: models })}
      <span className="block text-small text-muted tabular-nums">
        {t('estimate.ratios', { ratios: words.join(' · ') })}
      </span>
    </>
  )
}
