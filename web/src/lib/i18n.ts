import type { Namespace } from 'i18next'
import { LANGUAGES, type Language, languageTag } from './language.ts'
import { getStored, setStored } from './storage.ts'
import { type Catalogue, changeLanguage, loadTexts, startTexts } from './texts.ts'

const firstTexts = {
  en: () => import('../locales/en.ts'),
  zh: () => import('../locales/zh.ts'),
}
// The other texts of pages that need no login. Those of all pages come with the members' frame.
const publicTexts = import.meta.glob<{ default: Catalogue }>(
  '../locales/*/{docs,home,models,pricing,snippets,status,table}.json',
)

async function readCatalogue(language: Language, namespace: string): Promise<Catalogue> {
  if (isFirst(namespace)) return (await firstTexts[language]()).firstTexts[namespace]
  const name = `locales/${language}/${namespace}.json`
  const load = publicTexts[`../${name}`] ?? (await import('../console-parts.ts')).texts[`./${name}`]
  if (!load) throw new Error(`No catalogue ${language}/${namespace}`)
  return (await load()).default
}

const FIRST = ['common', 'entry', 'login', 'shell'] as const
const isFirst = (namespace: string): namespace is (typeof FIRST)[number] =>
  (FIRST as readonly string[]).includes(namespace)

/** Loads what every page needs in the remembered language. */
export async function startI18n() {
  const stored = getStored('language')
  const language = Object.hasOwn(LANGUAGES, stored) ? stored : 'zh'
  markLanguage(language)
  await startTexts(language, FIRST, readCatalogue)
}

/** Loads catalogues; called in a route's `loader`, so that texts and code arrive together. */
export function loadNamespaces(...namespaces: (Namespace & string)[]) {
  return loadTexts(namespaces)
}

/** Switches the language immediately and stores it. */
export async function setLanguage(language: Language) {
  await changeLanguage(language)
  setStored('language', language)
  markLanguage(language)
}

function markLanguage(language: Language) {
  document.documentElement.lang = languageTag(language)
}
