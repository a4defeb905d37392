import i18next, { type BackendModule, type Namespace, type ResourceKey } from 'i18next'
import { initReactI18next, setI18n } from 'react-i18next'
import { LANGUAGES, type Language, languageTag } from './language.ts'
import { getStored, setStored } from './storage.ts'
import { SENTENCES } from './strip-direction.ts'

const firstTexts = {
  en: () => import('../locales/en.ts'),
  zh: () => import('../locales/zh.ts'),
}
// The other texts of pages that need no login. Those of all pages come with the members' frame.
const publicTexts = import.meta.glob<{ default: ResourceKey }>(
  '../locales/*/{docs,entry,home,models,pricing,snippets,status,table}.json',
)

const backend: BackendModule = {
  type: 'backend',
  init() {},
  async read(language, namespace) {
    if (isFirst(namespace)) return (await firstTexts[language as Language]()).firstTexts[namespace]
    const name = `locales/${language}/${namespace}.json`
    const load = publicTexts[`../${name}`] ?? (await import('../console-parts.ts')).texts[`./${name}`]
    if (!load) throw new Error(`No catalogue ${language}/${namespace}`)
    return (await load()).default
  },
}

const FIRST = ['common', 'login', 'shell'] as const
const isFirst = (namespace: string): namespace is (typeof FIRST)[number] =>
  (FIRST as readonly string[]).includes(namespace)

/** Starts i18next in the remembered language and loads what every page needs. */
export async function startI18n() {
  const lng = getStored('language')
  markLanguage(lng)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng,
      supportedLngs: Object.keys(LANGUAGES),
      fallbackLng: false,
      ns: [...FIRST],
      defaultNS: 'common',
      ...SENTENCES,
    })
  // `useTranslation` copies the own properties of its i18n instance on every call, which is slow in long lists;
  // this derived object has none.
  setI18n(Object.create(i18next))
}

/** Loads catalogues; called in a route's `loader`, so that texts and code arrive together. */
export function loadNamespaces(...namespaces: (Namespace & string)[]) {
  return i18next.loadNamespaces(namespaces)
}

/** Switches the language immediately and stores it. */
export async function setLanguage(language: Language) {
  await i18next.changeLanguage(language)
  setStored('language', language)
  markLanguage(language)
}

function markLanguage(language: Language) {
  document.documentElement.lang = languageTag(language)
}
