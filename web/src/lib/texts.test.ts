import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import type { Language } from './language.ts'
import { changeLanguage, currentLanguage, loadTexts, startTexts, translateText } from './texts.ts'

const LOCALES = join(import.meta.dir, '../locales')
const namespaces = readdirSync(join(LOCALES, 'zh')).map((file) => file.replace('.json', ''))
const read = (language: Language, namespace: string) =>
  JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8'))
const say = translateText as (key: string, values?: object | string) => string

test('every text of both languages reads as i18next reads it', async () => {
  await startTexts('zh', namespaces, async (...name) => read(...name))
  for (const language of ['en', 'zh'] as const) {
    await changeLanguage(language)
    expect(currentLanguage()).toBe(language)
    const resources = Object.fromEntries(namespaces.map((namespace) => [namespace, read(language, namespace)]))
    const other = i18next.createInstance()
    await other.init({ lng: language, resources: { [language]: resources }, interpolation: { escapeValue: false } })
    for (const namespace of namespaces)
      for (const [key, text] of textsOf(resources[namespace])) {
        if (!text.includes('{{') && !/_(?:one|other)$/.test(key)) {
          expect(say(`${namespace}:${key}`)).toBe(text)
          continue
        }
        const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => [name, `$& ${name}`])
        for (const count of [0, 1, 2]) {
          const values = { ...Object.fromEntries(names), count }
          const wanted = other.t(`${namespace}:${key}`, values)
          expect(say(`${namespace}:${key}`, values)).toBe(wanted as string)
        }
      }
  }
})

test('a name in a sentence turns nothing around, and stays as it is otherwise', async () => {
  await startTexts('en', ['sure'], async () => ({ delete: 'Delete "{{name}}" for good?' }))
  const sure = (name: unknown) => say('sure:delete', { name })
  expect(sure('ab\u202egnp.exe')).toBe('Delete "abgnp.exe" for good?')
  expect(sure('a\u2069\u202eb')).toBe('Delete "ab" for good?')
  expect(sure('<i>&/"مرحبا')).toBe('Delete "<i>&/"مرحبا" for good?')
  expect(sure(7)).toBe('Delete "7" for good?')
  expect(say('sure:unknown')).toBe('sure:unknown')
  expect(say('sure:unknown', 'its own text')).toBe('its own text')
})

test('a catalogue that could not be fetched is fetched again', async () => {
  let isAway = true
  await startTexts('en', [], async () => {
    if (isAway) throw new Error('offline')
    return { back: 'Back' }
  })
  await expect(loadTexts(['away'])).rejects.toThrow('offline')
  isAway = false
  await loadTexts(['away'])
  expect(say('away:back')).toBe('Back')
})

function textsOf(catalogue: object, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : textsOf(value, `${path}${name}.`),
  )
}
