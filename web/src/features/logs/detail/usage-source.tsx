import { useTranslation } from 'react-i18next'
import type { EstimateBasis, Receipt } from '#contract/receipt.ts'
import { SCRIPTS } from '#contract/text-scripts.ts'
import { fullNumber } from '#web/lib/format.ts'

/** Tells who counted the tokens of a call, and what they were estimated by. */
export function UsageSource({ receipt: { usage_source, estimate } }: { receipt: Receipt }) {
  const { t } = useTranslation('logs')
  return (
    <>
      {t(`source.${usage_source}`)}
      {estimate && <Basis basis={estimate} />}
    </>
  )
}

/** The ratios of the model's family, and where they come from. */
function Basis({ basis: { family, calls, ratios } }: { basis: EstimateBasis }) {
  const { t } = useTranslation('logs')
  const words = SCRIPTS.flatMap((script, at) => {
    const ratio = ratios[at]
    return ratio === undefined ? [] : [`${t(`estimate.${script}`)} ${fullNumber(ratio)}`]
  })
  const models = family === 'other' ? t('estimate.others') : family
  return (
    <span className="block text-small text-muted tabular-nums">
      {calls > 0 ? t('estimate.learned', { family: models, count: calls }) : t('estimate.builtIn', { family: models })}
      <br />
      {t('estimate.ratios', { ratios: words.join(' · ') })}
    </span>
  )
}
