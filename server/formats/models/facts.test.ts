import { describe, expect, test } from 'bun:test'
import { kindOf } from '#contract/models.ts'
import { defaultPrices } from '../../money/prices/default-prices.ts'
import { parseFacts, resolveFacts } from './fact-file.ts'
import { factFile, listedFacts } from './facts.ts'
import file from './model-facts.json' with { type: 'json' }

const listed = [...listedFacts]

describe('the built-in facts', () => {
  test('are a sound file', () => {
    expect(factFile).toEqual(parseFacts(file))
  })

  test('describe every model of the price list, and no other', () => {
    expect([...listedFacts.keys()].sort()).toEqual(Object.keys(defaultPrices.models).sort())
  })

  test('name the vendor that the price list names', () => {
    const other = listed.filter(([name, { vendor }]) => defaultPrices.models[name]?.vendor !== vendor)
    expect(other.map(([name]) => name)).toEqual([])
  })

  test('have a sentence in both languages for each model, and it is a whole one', () => {
    const broken = listed.filter(
      ([, { description }]) => !(description?.en.endsWith('.') && description.zh.endsWith('。')),
    )
    expect(broken.map(([name]) => name)).toEqual([])
    const long = listed.filter(([, { description }]) => (description?.en.length ?? 0) > 160)
    expect(long.map(([name]) => name)).toEqual([])
  })

  test('tell the kind of each model', () => {
    expect(listed.filter(([, facts]) => !kindOf(facts)).map(([name]) => name)).toEqual([])
  })

  test('have no family and no source without a model', () => {
    const used = new Set(Object.values(factFile.models).map(({ family }) => family))
    expect(Object.keys(factFile.families).filter((name) => !used.has(name))).toEqual([])
    const vendors = new Set(listed.map(([, { vendor }]) => vendor))
    expect(Object.keys(factFile.sources).filter((vendor) => !vendors.has(vendor))).toEqual([])
  })

  test('have no answer longer than the context, and no release in the future', () => {
    const absurd = listed.filter(
      ([, { context, max_output, released = '' }]) =>
        (context !== undefined && (max_output ?? 0) > context * 2) || released > factFile.version,
    )
    expect(absurd.map(([name]) => name)).toEqual([])
  })

  test('give the dated name of a model its release day', () => {
    const otherDay = listed.filter(([name, { released }]) => {
      const day = /-(20\d\d-\d\d-\d\d)$/.exec(name)?.[1]
      return day !== undefined && released !== undefined && released !== day
    })
    expect(otherDay.map(([name]) => name)).toEqual([])
  })

  test('stay small enough to read', async () => {
    expect(Bun.file(`${import.meta.dir}/model-facts.json`).size).toBeLessThan(128_000)
  })

  test.each([
    ['gpt-6-sol', { context: 1_050_000, max_output: 128_000, released: '2026-09-22', vendor: 'openai' }],
    ['gpt-4o-2024-05-13', { context: 128_000, max_output: 4096, features: ['tools'] }],
    ['claude-haiku-5-5', { context: 1_000_000, input: ['text', 'image', 'file'] }],
    ['gemini-3.8-flash', { input: ['text', 'image', 'audio', 'video', 'file'], released: '2026-09-02' }],
    ['text-embedding-3-small', { output: ['embedding'] }],
    ['rerank-v3.5', { output: ['rerank'], vendor: 'cohere' }],
    ['mj_imagine', { kind: 'task' }],
    ['gpt-4o-2024-11-20', { retires: '2027-01-14' }],
    ['gpt-4o-2024-05-13', { retires: '2026-10-23' }],
  ] as const)('%s is what its vendor says', (name, facts) => {
    expect(listedFacts.get(name)).toMatchObject(facts as object)
  })
})

const fileWith = (models: object, family: object = {}) => ({
  version: '2026-11-25',
  compiled_from: [],
  sources: { acme: { pages: ['https://acme.example/models'], as_of: '2026-11-25' } },
  families: { f: { vendor: 'acme', context: 1000, description: { zh: '模型。', en: 'A model.' }, ...family } },
  models,
})

test('a model has the facts of its family, an alias those of its model, and their own count first', () => {
  const models = { a: { family: 'f', max_output: 10 }, b: { alias_of: 'a', context: 5 } }
  const facts = resolveFacts(parseFacts(fileWith(models)))
  expect(facts.get('a')).toMatchObject({ vendor: 'acme', context: 1000, max_output: 10 })
  expect(facts.get('b')).toMatchObject({ vendor: 'acme', context: 5, max_output: 10 })
})

describe('a malformed file is refused', () => {
  test.each([
    ['an unknown family', { m: { family: 'g' } }, {}, 'models.m: no family g'],
    ['an alias of an alias', { m: { family: 'f' }, n: { alias_of: 'm' }, o: { alias_of: 'n' } }, {}, 'models.o: is an'],
    ['an alias of nothing', { n: { alias_of: 'm' } }, {}, 'models.n: is an alias of m'],
    ['a vendor without a source', { m: { family: 'f' } }, { vendor: 'nobody' }, 'no source for vendor nobody'],
    ['neither', { m: {} }, {}, 'models.m: needs either family or alias_of'],
    ['an unknown field of a model', { m: { family: 'f', contxt: 5 } }, {}, 'models.m: unknown field contxt'],
    ['an unknown field', {}, { contxt: 5 }, 'unknown field contxt'],
    ['an unknown modality', {}, { input: ['smell'] }, 'families.f.input.0: must be one of text'],
    ['a context of nothing', {}, { context: 0 }, 'families.f.context'],
    ['a date that is none', {}, { released: '2026-13-01' }, 'families.f.released'],
  ])('%s', (_, models, family, message) => {
    expect(() => parseFacts(fileWith(models, family))).toThrow(message)
  })

  test('a source that is not https', () => {
    const sources = { acme: { pages: ['http://acme.example'], as_of: '2026-11-25' } }
    expect(() => parseFacts({ ...fileWith({}), sources })).toThrow('sources.acme.pages.0')
  })

  test('a model without a description', () => {
    expect(() => parseFacts(fileWith({ m: { family: 'f' } }, { description: undefined }))).toThrow('no description')
  })
})
