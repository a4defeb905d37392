import { useTranslation } from 'react-i18next'
import type { Action } from '#web/lib/keys/hotkeys.ts'
import { LANGUAGES } from '#web/lib/language.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { switchLanguage } from './switch-language.ts'

const THEMES = ['system', 'light', 'dark'] as const
const DENSITIES = ['compact', 'normal', 'comfortable'] as const

/** Returns every preference as an action, except those already selected. */
export function usePreferenceActions(): Action[] {
  const { t } = useTranslation('shell')
  const theme = useStored('theme-mode')
  const density = useStored('density')
  const other = useStored('language') === 'zh' ? 'en' : 'zh'
  return [
    {
      id: 'language',
      label: t('language.to', { name: LANGUAGES[other] }),
      run: () => switchLanguage(other),
    },
    ...THEMES.filter((mode) => mode !== theme).map((mode) => ({
      id: `theme-${mode}`,
      label: `${t('theme.label')}: ${t(`theme.${mode}`)}`,
      run: () => setStored('theme-mode', mode),
    })),
    ...DENSITIES.filter((value) => value !== density).map((value) => ({
      id: `density-${value}`,
      label: `${t('density.label')}: ${t(`density.${value}`)}`,
      run: () => setStored('density', value),
    })),
  ]
}
