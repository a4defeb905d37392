import { expect, test } from 'bun:test'
import { productBelow } from './sources.ts'

/** The home of all formatters of the console. */
const HOME = 'web/src/lib/format.ts'

const RULES: [what: string, pattern: RegExp][] = [
  ['DASH stands for what there is not', /['">][–—]['"<]/],
  ['formatPercent formats shares', /toFixed\([^)]*\)\}\s?%/],
]
/** A range of hours, not nothing. */
const RANGE = /replaceAll\('-', '–'\)/

test('nothing and percent have one formatter each', () => {
  const found = productBelow('web/src')
    .filter(({ path }) => path !== HOME)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        RULES.filter(([, pattern]) => pattern.test(line) && !RANGE.test(line)).map(
          ([what]) => `${path}:${at + 1}: ${what} (${HOME})`,
        ),
      ),
    )
  expect(found).toEqual([])
})
