import { setLanguage } from './i18n.ts'
import { getStored, subscribeStored } from './storage.ts'
import { currentLanguage } from './texts.ts'

/** Applies a language change made in another tab. */
export function followLanguage() {
  subscribeStored(() => {
    const language = getStored('language')
    if (language !== currentLanguage()) void setLanguage(language)
  })
}
