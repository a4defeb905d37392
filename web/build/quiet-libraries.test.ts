import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'vite'
import { quietLibraries } from './quiet-libraries.ts'

const ENTRY = '\0entry'

/** Bundles i18next with code that leaves something in `globalThis.said`, and runs it. */
async function run(code: string) {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      quietLibraries(),
      { name: 'entry', resolveId: (id) => (id === ENTRY ? ENTRY : null), load: (id) => (id === ENTRY ? code : null) },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY } },
  })
  const { output } = Array.isArray(result) ? result[0]! : (result as Extract<typeof result, { output: unknown }>)
  const text = output[0].code
  new Function(text)()
  return { text, said: (globalThis as { said?: unknown }).said }
}

const i18next = createRequire(import.meta.url)
  .resolve('i18next')
  .replace('/dist/cjs/', '/dist/esm/')

test('i18next translates as before and has nothing left to say to a developer', async () => {
  expect(readFileSync(i18next, 'utf8')).toContain('You should call init just once!')
  const { text, said } = await run(`
    import i18next from '${i18next}'
    const texts = { hello: 'Hello {{name}}', row_one: '{{count}} row', row_other: '{{count}} rows' }
    i18next.init({ initAsync: false, lng: 'en', fallbackLng: false, resources: { en: { translation: texts } } })
    globalThis.said = [i18next.t('hello', { name: 'Ann' }), i18next.t('row', { count: 2 }), i18next.t('absent')]
  `)
  expect(said).toEqual(['Hello Ann', '2 rows', 'absent'])
  expect(text).not.toContain('You should call init just once!')
  expect(text).not.toMatch(/logger\.(?:log|warn|once|deprecate)\(/i)
})
