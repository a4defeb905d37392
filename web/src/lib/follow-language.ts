import i18next from 'i18next'
import { setLanguage } from './i18n.ts'
import { getStored, subscribeStored } from './storage.ts'

/** Applies a language change made in another tab. */
export function followLanguage() {
  subscribeStored(() => {
    const language = getStored('language')
    if (language !== i18next.language) void setLanguage(language)
  })
}
