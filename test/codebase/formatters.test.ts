import { expect, test } from 'bun:test'
import { productBelow } from './sources.ts'

/** The homes of all formatters of the console. */
const HOMES = [
  'web/src/lib/format.ts',
  'web/src/lib/format-prices.ts',
  'web/src/lib/format-words.ts',
  'web/src/lib/compare-names.ts',
]

const RULES: [what: string, pattern: RegExp][] = [
  ['DASH stands for nothing', /['">][–—]['"<]/],
  ['fixed, roundTo or decimals format numbers', /\.to(?:Fixed|LocaleString|LocaleDateString|LocaleTimeString)\(/],
  ['formatters of the language are made once, there', /\bIntl\./],
  ['formatPercent, formatGrowth or formatChange format shares', /\}[ \u202f]?%[`'"<]/],
  ['Money, formatPrice, formatUsd or inDollars format amounts', /\$\$\{|['">]\$\{?['"<]/],
]
/** A range of hours; lengths of style sheets. */
const OTHERS = /replaceAll\('-', '–'\)|\b(?:style|width|height|left|inset|background|stop|place)\b/

test('money, percents, numbers, dates and nothing have one formatter each', () => {
  const found = productBelow('web/src')
    .filter(({ path }) => !HOMES.includes(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        RULES.filter(([, pattern]) => pattern.test(line) && !OTHERS.test(line)).map(
          ([what]) => `${path}:${at + 1}: ${what} (${HOMES[0]})`,
        ),
      ),
    )
  expect(found).toEqual([])
})
