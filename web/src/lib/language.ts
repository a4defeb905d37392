import { getStored, type Stored } from './storage.ts'

export type Language = Stored['language']
export const LANGUAGES = { zh: '简体中文', en: 'English' } as const satisfies Record<Language, string>

/** The BCP 47 tag for `lang`, `Accept-Language` and `Intl`. */
export function languageTag(language: Language = getStored('language')) {
  return language === 'en' ? 'en' : 'zh-CN'
}
