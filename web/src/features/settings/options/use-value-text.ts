import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { isWordedChoice, specOf } from './sections.ts'

/** Returns a formatter for an option's values: switches and choices as words, everything else unchanged. */
export function useValueText(option: OptionKey): (text: string) => string {
  const { t } = useTranslation('settings')
  const { kind } = specOf(option)
  return (text) => {
    if (kind === 'boolean') return t(text === 'true' ? 'on' : 'off')
    if (kind === 'choice' && isWordedChoice(text)) return t(`choice.${text}`)
    return text
  }
}
