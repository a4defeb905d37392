import { updateSelf } from '#contract/api/session.ts'
import { call } from '#web/lib/api.ts'
import type { Language } from '#web/lib/language.ts'

/** Saves the user's language for e-mails on the server. Loaded only when it changes. */
export const saveLanguage = (language: Language) => call(updateSelf, { body: { language } })
