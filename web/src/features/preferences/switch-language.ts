import { setLanguage } from '#web/lib/i18n.ts'
import type { Language } from '#web/lib/language.ts'
import { getStored } from '#web/lib/storage.ts'

/**
 * Switches the console's language and, for logged-in users, that of e-mails. Failure of the server call is
 * ignored.
 */
export async function switchLanguage(language: Language) {
  await setLanguage(language)
  if (!getStored('user')) return
  const { saveLanguage } = await import('./save-language.ts')
  await saveLanguage(language).catch(() => {})
}
