import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { sameValue } from '../drafts/drafts.ts'
import { useOption } from '../drafts/settings-context.ts'
import { isMapKind, linesOf } from '../options/map-lines.ts'
import { isSecret, isWordedChoice, specOf, unitOf } from '../options/sections.ts'

/** Shows an option's default value with a reset button. Empty defaults are not shown. */
export function DefaultValue({ option }: { option: OptionKey }) {
  const { t } = useTranslation('settings')
  const { text, change } = useOption(option)
  const standard = specOf(option).default
  const words = useWords(option)
  if (isSecret(option) || standard === '' || standard === '[]') return null
  return (
    <>
      {' · '}
      <span className="whitespace-nowrap">{t('default', { value: words })}</span>
      {!sameValue(option, text, standard) && (
        <>
          {' · '}
          <button type="button" className="min-h-6 text-primary underline" onClick={() => change(standard)}>
            {t('restore')}
          </button>
        </>
      )}
    </>
  )
}

function useWords(option: OptionKey): string {
  const { t } = useTranslation('settings')
  const spec = specOf(option)
  const { kind, default: standard } = spec
  if (kind === 'boolean') return t(standard === 'true' ? 'on' : 'off')
  if (kind === 'choice') return isWordedChoice(standard) ? t(`choice.${standard}`) : standard
  if (kind === 'list') return t('items', { count: standard.split(',').length })
  if (kind === 'lines') return t('items', { count: standard.split('\n').length })
  if (kind === 'model-cards' || kind === 'price-rules' || kind === 'limit-map') return t('empty')
  if (isMapKind(kind)) {
    const count = linesOf(kind, standard)?.length ?? 0
    return count === 0 ? t('empty') : t('items', { count })
  }
  const unit = unitOf(option)
  return unit ? `${standard} ${t(`unit.${unit}`)}` : standard
}
