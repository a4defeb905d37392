import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { pricesQuery } from '../drafts/option-queries.ts'
import { useWanted } from '../drafts/settings-context.ts'
import { linesOf } from '../options/map-lines.ts'
import { cny, effectOf, type PricedMap, type PriceFacts, usd } from './price-effect.ts'

const PRICED: readonly PricedMap[] = [
  'ModelPrice',
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'GroupRatio',
  'TopupGroupRatio',
]
const pricedMap = (option: OptionKey) => PRICED.find((map) => map === option)

/** Returns the inputs of the price calculation, drafts included; null for tables without prices. */
export function usePriceFacts(option: OptionKey): PriceFacts | null {
  const isPriced = pricedMap(option) !== undefined
  const { data: listed } = useQuery({ ...pricesQuery, enabled: isPriced })
  const [ratios, completions, fixed] = [useWanted('ModelRatio'), useWanted('CompletionRatio'), useWanted('ModelPrice')]
  const topUpPrice = Number(useWanted('Price'))
  return useMemo(() => {
    if (!isPriced) return null
    return {
      ratios: numbersOf(ratios),
      completions: numbersOf(completions),
      fixed: numbersOf(fixed),
      listed: listed ?? new Map(),
      topUpPrice,
    }
  }, [isPriced, ratios, completions, fixed, listed, topUpPrice])
}

const numbersOf = (text: string) => new Map(linesOf('ratio-map', text)?.map(({ name, value }) => [name, Number(value)]))

/** The heading of the price column. */
export function EffectHead() {
  const { t } = useTranslation('settings')
  return <span>{t('table.effect')}</span>
}

interface Props {
  option: OptionKey
  name: string
  /** The value as typed. */
  value: string
  facts: PriceFacts
}

/** The price that results from a number in the table. */
export function PriceCell({ option, name, value, facts }: Props) {
  const words = useWords({ option, name, value, facts })
  return (
    <span className="truncate text-muted text-small tabular-nums max-sm:whitespace-normal" {...tipIfCut(words)}>
      {words}
    </span>
  )
}

function useWords({ option, name, value, facts }: Props): string {
  const { t } = useTranslation('settings')
  const map = pricedMap(option)
  const number = Number(value)
  if (!map || value.trim() === '' || !(number >= 0)) return ''
  const effect = effectOf(map, name.trim(), number, facts)
  switch (effect.kind) {
    case 'tokens':
      return effect.output === undefined
        ? `${t('effect.input', { input: usd(effect.input) })} / 1M`
        : `${t('effect.tokens', { input: usd(effect.input), output: usd(effect.output) })} / 1M`
    case 'output':
    case 'cache':
      return `${t(`effect.${effect.kind}`, { usd: usd(effect.usd) })} / 1M`
    case 'group':
      return `${t('effect.group', { usd: usd(effect.usd) })} / 1M`
    case 'call':
      return t('effect.call', { usd: usd(effect.usd) })
    case 'topUp':
      return t('effect.topUp', { cny: cny(effect.cny) })
    default:
      return t(`effect.${effect.kind}`)
  }
}
