import type { GroupPrices } from '#contract/api/models.ts'
import { decimalProduct } from '#contract/decimal.ts'
import { hasOutputPrice, kindOf, type ModelFacts } from '#contract/models.ts'
import { type Price, TOOLS, USD_PER_RATIO } from '#contract/prices/price.ts'
import { hasTool } from '../../money/prices/default-prices.ts'

const NO_TOKENS = {
  input: null,
  output: null,
  cache_read: null,
  cache_write_5m: null,
  cache_write_1h: null,
  audio_input: null,
  audio_output: null,
}

/** The prices of a model for a group, in USD, as calls are charged. */
export function groupPricesOf(group: string, price: Price, facts: ModelFacts, model: string): GroupPrices {
  const { modelPrice, modelRatio, ratios, groupRatio } = price
  if (modelPrice !== null) {
    return { group, ...NO_TOKENS, per_call: decimalProduct(modelPrice, groupRatio), tools: {} }
  }
  const perMillion = (ratio: number) => decimalProduct(USD_PER_RATIO, modelRatio, ratio, groupRatio)
  return {
    group,
    input: perMillion(1),
    output: hasOutputPrice(kindOf(facts)) ? perMillion(ratios.output) : null,
    cache_read: perMillion(ratios.cacheRead),
    cache_write_5m: perMillion(ratios.cacheWrite5m),
    cache_write_1h: perMillion(ratios.cacheWrite1h),
    audio_input: hears(price, facts) ? perMillion(ratios.audioInput) : null,
    audio_output: speaks(facts) ? perMillion(ratios.audioOutput) : null,
    per_call: null,
    tools: toolPrices(price, model),
  }
}

/** A price of audio that differs from that of text shows that the model hears, too. */
const hears = ({ ratios }: Price, { input }: ModelFacts) => input?.includes('audio') || ratios.audioInput !== 1
const speaks = ({ output }: ModelFacts) => output?.includes('audio') ?? false

/** Tools of free models are free; those that a vendor does not have are not shown. */
function toolPrices({ tools, modelRatio, groupRatio }: Price, model: string): Record<string, string> {
  if (!tools || modelRatio === 0) return {}
  return Object.fromEntries(
    TOOLS.flatMap((tool) => {
      const usd = tools[tool]
      return usd && hasTool(model, tool, usd) ? [[tool, decimalProduct(usd, groupRatio)]] : []
    }),
  )
}

/** The factors of a price's service tiers as decimals. */
export const tierFactors = ({ tiers }: Price): Record<string, string> =>
  Object.fromEntries(Object.entries(tiers ?? {}).map(([name, factor]) => [name, decimalProduct(factor)]))
