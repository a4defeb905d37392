import { setLanguage } from '#web/lib/i18n.ts'
import type { Language } from '#web/lib/language.ts'
import { getStored } from '#web/lib/storage.ts'

/** Switches the console, and for whoever is logged in the mails too. That the server is told may fail: nothing is lost. */
export async function switchLanguage(language: Language) {
  await setLanguage(language)
  if (!getStored('user')) return
  const { saveLanguage } = await import('./save-language.ts')
  await saveLanguage(language).catch(() => {})
}
