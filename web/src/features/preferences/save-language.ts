import { updateSelf } from '#contract/api/session.ts'
import { call } from '#web/lib/api.ts'
import type { Language } from '#web/lib/language.ts'

/** Tells the server in which language to write to the user. Loaded only when it changes. */
export const saveLanguage = (language: Language) => call(updateSelf, { body: { language } })
