import { decimalProduct } from '#contract/decimal.ts'
import { CELL_NAMES, type PriceCells } from '#contract/prices/dollar-prices.ts'
import { EXTRA_NAMES, type ExtraCells } from '#contract/prices/price-terms.ts'
import { roundTo } from '#web/lib/format.ts'

/** Reads a change in per cent: `10`, `+7.5`, `-20`, `−20 %`. Null when it is none, or takes more than everything. */
export function readPercent(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\s|%/g, '')
    .replace(/^[\u2212\u2013]/, '-')
  if (!/^[+-]?\d{1,4}(?:\.\d{1,3})?$/.test(plain)) return null
  const percent = Number(plain)
  return percent < -100 ? null : percent
}

const MAX_DECIMALS = 8

/** Returns all prices of a model changed by a percentage, exactly; free ones stay free. */
export function scaleCells(cells: PriceCells, percent: number): PriceCells {
  const factor = roundTo(100 + percent, 3)
  const scaled = { ...cells }
  for (const name of CELL_NAMES) if (cells[name] !== '') scaled[name] = times(cells[name], factor)
  return scaled
}

/** Returns a model's own further prices changed by a percentage. Those that are built in follow the input price. */
export function scaleExtras(extras: ExtraCells, percent: number): ExtraCells {
  const factor = roundTo(100 + percent, 3)
  return Object.fromEntries(
    EXTRA_NAMES.map((name) => [name, extras[name] === '' ? '' : times(extras[name], factor)]),
  ) as ExtraCells
}

function times(text: string, factor: number): string {
  const price = decimalProduct(Number(text), factor, 0.01)
  const decimals = price.split('.')[1]?.length ?? 0
  return decimals > MAX_DECIMALS ? decimalProduct(roundTo(Number(price), MAX_DECIMALS)) : price
}
