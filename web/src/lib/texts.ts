import type { FlatNamespace, i18n, TFunction } from 'i18next'
import { use, useSyncExternalStore } from 'react'
import type { Language } from './language.ts'
import { stripDirection } from './strip-direction.ts'

// Reads catalogues in i18next's format; its types check the keys. The library itself would be an eighth of the login page.

/** Texts by key, in further catalogues by a common beginning of their keys. */
export type Catalogue = object

type Values = Readonly<Record<string, unknown>>
type Namespaces = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]] | undefined
type Known<Ns extends Namespaces> = Ns extends undefined ? 'common' : Exclude<Ns, undefined>

interface Translation<Ns extends Namespaces> {
  t: TFunction<Known<Ns>>
  i18n: { language: Language; exists(key: string): boolean }
}

const catalogues = new Map<string, Catalogue>()
const loading = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
let readCatalogue: (language: Language, namespace: string) => Promise<Catalogue>
let current: Language = 'zh'
let plurals = new Intl.PluralRules(current)
/** What `useTranslation` returns for a namespace; the same objects until the language changes. */
let translations = new Map<string, Translation<undefined>>()

/** Starts in a language. `read` fetches a catalogue; what it rejects with is thrown where the texts are needed. */
export async function startTexts(language: Language, namespaces: readonly string[], read: typeof readCatalogue) {
  readCatalogue = read
  await changeLanguage(language, namespaces)
}

/** Loads catalogues in the current language; one that failed is fetched again. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadText(current, namespace)))
}

/** Changes the language once every catalogue in use is loaded in it. */
export async function changeLanguage(
  language: Language,
  namespaces: readonly string[] = namespacesInUse(),
): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadText(language, namespace)))
  current = language
  plurals = new Intl.PluralRules(language)
  translations = new Map()
  for (const listener of listeners) listener()
}

/** The language of the texts. */
export const currentLanguage = () => current

const nameOf = (language: Language, namespace: string) => `${language}/${namespace}`
const namespacesInUse = () => [...new Set([...catalogues.keys()].map((name) => name.slice(name.indexOf('/') + 1)))]

function loadText(language: Language, namespace: string): Promise<void> {
  const name = nameOf(language, namespace)
  const known = loading.get(name)
  if (known) return known
  const started = readCatalogue(language, namespace).then(
    (catalogue) => {
      catalogues.set(name, catalogue)
      // React reads these, and renders at once instead of after a turn.
      Object.assign(started, { status: 'fulfilled', value: undefined })
    },
    (error) => {
      loading.delete(name)
      throw error
    },
  )
  loading.set(name, started)
  return started
}

/** The texts of a namespace for a component, which waits until they are loaded and renders again in another language. */
export function useTranslation<const Ns extends Namespaces = undefined>(ns?: Ns): Translation<Ns> {
  useSyncExternalStore(subscribe, currentLanguage)
  const namespaces = ns === undefined ? ['common'] : typeof ns === 'string' ? [ns] : [...ns]
  for (const namespace of namespaces) use(loadText(current, namespace))
  const [first = 'common'] = namespaces
  const known = translations.get(first)
  if (known) return known as unknown as Translation<Ns>
  const made = {
    t: translator(first),
    i18n: { language: current, exists: (key: string) => textAt(key, first) !== undefined },
  }
  translations.set(first, made)
  return made as unknown as Translation<Ns>
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const translator = (namespace: string) =>
  ((key: string, values?: Values | string) => translate(key, values, namespace)) as TFunction<'common'>

/** The text of a key, such as `error.offline` or `shell:failure.part`, outside components. */
export const translateText = translator('common') as i18n['t']

/** Fills the plural form of `values.count` where there is one. A key without a text is its own text, or a given one. */
function translate(key: string, values: Values | string | undefined, namespace: string): string {
  if (typeof values === 'string') return textAt(key, namespace) ?? values
  const { count } = values ?? {}
  const plural = typeof count === 'number' ? textAt(`${key}_${plurals.select(count)}`, namespace) : undefined
  const text = plural ?? textAt(key, namespace) ?? key
  return values ? fill(text, values) : text
}

/** Replaces `{{name}}`; a name from a database cannot turn the sentence around it. */
const fill = (text: string, values: Values) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => stripDirection(String(values[name] ?? '')))

function textAt(key: string, namespace: string): string | undefined {
  const colon = key.indexOf(':')
  const catalogue = catalogues.get(nameOf(current, colon < 0 ? namespace : key.slice(0, colon)))
  const found = catalogue && at(catalogue, key.slice(colon + 1))
  return typeof found === 'string' ? found : undefined
}

/** A name between two points may contain points itself, such as a model's. */
function at(catalogue: Catalogue, path: string): unknown {
  const texts = catalogue as Record<string, unknown>
  if (texts[path] !== undefined) return texts[path]
  for (let point = path.indexOf('.'); point >= 0; point = path.indexOf('.', point + 1)) {
    const inner = texts[path.slice(0, point)]
    const found = inner instanceof Object ? at(inner, path.slice(point + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
