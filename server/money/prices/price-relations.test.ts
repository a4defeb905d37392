import { describe, expect, test } from 'bun:test'
import { listedFacts } from '../../formats/models/facts.ts'
import { defaultPrices } from './default-prices.ts'
import { type ModelListPrice, type PriceFile, RELATED } from './price-file.ts'

/** The list is checked by relation: what a predecessor or a sibling has, a model has too, or the list says why not. */

type Related = (typeof RELATED)[number]

const DATE =
  /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest|beta|exp|\d{2}-\d{4}|preview(?:-\d{2}-\d{2,4})?|customtools)(?=-|$)/g
const VERSION = /(?:-[kmv]?|^[a-z]+)(\d+(?:[.-]\d{1,2})?)(?=v?(?:-|$))/i

/** The name of a model without its version (`gpt-sol`), and the version (`6.2`). */
function parse(name: string): { line: string; version: number } {
  const bare = name.replace(DATE, '').replace(DATE, '')
  const [found = '', version = '0'] = VERSION.exec(bare) ?? []
  const [major = '0', minor = '0'] = version.split(/[.-]/)
  return { line: bare.replace(found, ''), version: Number(major) + Number(minor) / 100 }
}

const has = (name: string, price: ModelListPrice, what: Related): boolean => {
  if (what === 'context') return listedFacts.get(name)?.context !== undefined
  if (what === 'above')
    return price.rules?.some(({ above, up_to }) => above !== undefined || up_to !== undefined) === true
  if (what === 'hours') return price.rules?.some(({ hours }) => hours !== undefined) === true
  return price[what] !== undefined
}

/** Names without a version are siblings only in the same line. */
const isSibling = (one: string, other: string, version: number) =>
  one === other || (version > 0 && one.split('-')[0] === other.split('-')[0])

/** What models lack of what their predecessors and siblings have. */
function gapsIn({ models, exceptions }: Pick<PriceFile, 'models' | 'exceptions'>): string[] {
  const all = Object.entries(models)
    .filter(([, { per_call, output }]) => per_call === undefined && output !== '0')
    .map(([name, price]) => ({ name, price, ...parse(name) }))
  const excused = (name: string, what: Related) =>
    exceptions.some(
      ({ models, lacks }) => lacks.includes(what) && models.some((shape) => new Bun.Glob(shape).match(name)),
    )
  return all.flatMap(({ name, price, line, version }) => {
    const vendor = all.filter((other) => other.price.vendor === price.vendor)
    const older = vendor.filter((other) => other.line === line && other.version < version)
    const last = Math.max(...older.map((other) => other.version))
    const related = [
      ...older.filter((other) => other.version === last),
      ...vendor.filter((other) => other.version === version && isSibling(other.line, line, version)),
    ]
    return RELATED.filter((what) => !has(name, price, what) && !excused(name, what)).flatMap((what) => {
      const like = related.find((other) => has(other.name, other.price, what))
      return like ? [`${name} has no ${what}, which ${like.name} has`] : []
    })
  })
}

test('every model has what its predecessor and its siblings have, or the list says why not', () => {
  expect(gapsIn(defaultPrices)).toEqual([])
})

const without = (name: string, what: 'cache_read' | 'cache_write_5m' | 'cache_write_1h') => {
  const { [what]: _, ...others } = defaultPrices.models[name]!
  // Relatives have the same vendor.
  const same = Object.entries(defaultPrices.models).filter(([, { vendor }]) => vendor === others.vendor)
  return { ...defaultPrices, models: { ...Object.fromEntries(same), [name]: others } }
}

test.each(['gpt-6.2-sol', 'gpt-6.2-astra', 'gpt-6.1-terra', 'gemini-3.1-pro-preview', 'grok-4.6'])(
  'a step that %s loses is found',
  (name) => {
    const { rules: _, ...flat } = defaultPrices.models[name]!
    const models = { ...defaultPrices.models, [name]: flat }
    expect(gapsIn({ ...defaultPrices, models }).join()).toContain(`${name} has no above`)
  },
)

test('nearly every price that a model loses is found', () => {
  const lost = Object.entries(defaultPrices.models).flatMap(([name, price]) =>
    (['cache_read', 'cache_write_5m', 'cache_write_1h'] as const)
      .filter((what) => price[what] !== undefined && price.output !== '0')
      .map((what) => ({
        name,
        what,
        found: gapsIn(without(name, what)).some((gap) => gap.startsWith(`${name} has no`)),
      })),
  )
  // Some models have no relatives.
  expect(lost.length).toBeGreaterThan(250)
  expect(lost.filter(({ found }) => !found).length).toBeLessThanOrEqual(20)
})

test('every exception excuses a model', () => {
  for (const exception of defaultPrices.exceptions) {
    const others = defaultPrices.exceptions.filter((other) => other !== exception)
    expect([exception.models, gapsIn({ ...defaultPrices, exceptions: others })]).not.toEqual([exception.models, []])
    expect(exception.why).not.toBe('')
  }
})

describe('a derived price stands in the relation of its origin', () => {
  const derived = Object.entries(defaultPrices.models).filter(([, { derived_from }]) => derived_from)
  test.each(derived)('%s', (_name, price) => {
    const origin = defaultPrices.models[price.derived_from ?? '']!
    const ratio = (of: ModelListPrice, what: 'cache_write_5m' | 'cache_write_1h') => Number(of[what]) / Number(of.input)
    expect(ratio(price, 'cache_write_5m')).toBeCloseTo(ratio(origin, 'cache_write_5m'), 9)
    const steps = (of: ModelListPrice) =>
      of.rules?.map(({ above, input, output, cache_write_5m }) => [
        above,
        Number(input) / Number(of.input),
        Number(output) / Number(of.output),
        Number(cache_write_5m) / Number(of.cache_write_5m),
      ])
    expect(steps(price)).toEqual(steps(origin))
  })
})
