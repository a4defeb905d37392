import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { jobs } from '#server/cluster/jobs/all.ts'

const LOCALES = `${import.meta.dir}/../../web/src/locales`

type Catalogue = { [key: string]: string | Catalogue }

const names = [...new Glob('*.json').scanSync(`${LOCALES}/zh`)].sort()

test('both languages have the same catalogues', () => {
  expect([...new Glob('*.json').scanSync(`${LOCALES}/en`)].sort()).toEqual(names)
})

for (const name of names) {
  test(`${name}: zh and en have the same keys with the same placeholders`, async () => {
    const [zh, en] = await Promise.all([read('zh', name), read('en', name)])
    expect(shape(en)).toEqual(shape(zh))
  })

  test(`${name}: no text is empty`, async () => {
    for (const language of ['zh', 'en']) {
      const empty = [...texts(await read(language, name))].filter(([, text]) => text.trim() === '')
      expect(empty).toEqual([])
    }
  })
}

/** Nouns that the console puts after a number. */
const NOUNS =
  /\{\{(\w+)\}\}(?: (?!and |from |has |in |of |per )[\w-]+){0,2} (?:calls|changes|channels|characters|codes|conversations|days|devices|differences|endpoints|entries|errors|failures|fields|files|hours|keys|lines|matches|messages|minutes|mismatches|models|months|names|nodes|rows|seconds|settings|steps|tokens|types|units|users|values|vendors|views)\b(?!\/)/
/** Numbers that are never 1: bounds and thresholds of the program. */
const NEVER_ONE = /^(?:from|looked|max(?:imum)?|min(?:imum)?|minutes|to|tokens)$/
/** Texts about a bound that is written in the code. */
const BOUNDS = /(?:up to|latest|newest|limit of) \{\{/

test('an English text whose noun follows a number has a form for one', async () => {
  const found: string[] = []
  for (const name of names) {
    const english = new Map(texts(await read('en', name)))
    for (const [key, text] of english) {
      const number = NOUNS.exec(text)?.[1]
      if (!number || NEVER_ONE.test(number) || BOUNDS.test(text)) continue
      const isPlural = key.endsWith('_other') && english.has(key.replace(/_other$/, '_one'))
      if (!isPlural && !key.endsWith('_one')) found.push(`${name}: ${key}: ${text}`)
    }
  }
  expect(found).toEqual([])
})

test('every job has a name in the table of jobs', async () => {
  const { job } = await read('en', 'operations.json')
  expect(Object.keys(job ?? {}).sort()).toEqual(jobs.map(({ name }) => name).sort())
})

async function read(language: string, name: string): Promise<Catalogue> {
  return Bun.file(`${LOCALES}/${language}/${name}`).json()
}

/** Key → placeholders. Chinese has one plural form and English two, so plural keys count without their ending. */
function shape(catalogue: Catalogue) {
  const entries = [...texts(catalogue)].map(([key, text]): [string, string] => [
    key.replace(/_(?:one|other)$/, ''),
    [...new Set(text.match(/\{\{.*?\}\}|<\/?\w+>/g))].sort().join(' '),
  ])
  return Object.fromEntries(entries.sort())
}

function* texts(catalogue: Catalogue, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') yield [path + key, value]
    else yield* texts(value, `${path}${key}.`)
  }
}
