import { getStored, type Stored } from './storage.ts'

export type Language = Stored['language']
export const LANGUAGES = { zh: '简体中文', en: 'English' } as const satisfies Record<Language, string>
export const LANGUAGE_OPTIONS = (Object.keys(LANGUAGES) as Language[]).map((value) => ({
  value,
  label: LANGUAGES[value],
}))

/** The BCP 47 tag for `lang`, `Accept-Language` and `Intl`. */
export function languageTag(language: Language = getStored('language')) {
  return language === 'en' ? 'en' : 'zh-CN'
}
