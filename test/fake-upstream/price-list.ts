/** A public price list in the shape of LiteLLM's, with some prices that differ from the built-in ones. */

export const PRICE_LIST = '/prices/model_prices.json'

const MODELS: Readonly<Record<string, object>> = {
  'gpt-4o': { input_cost_per_token: 2.4e-6, output_cost_per_token: 9.6e-6, cache_read_input_token_cost: 1.2e-6 },
  'gpt-4o-mini': { input_cost_per_token: 1.5e-7, output_cost_per_token: 5.4e-7, cache_read_input_token_cost: 7.5e-8 },
  'gpt-4.1': { input_cost_per_token: 2e-6, output_cost_per_token: 8e-6, cache_read_input_token_cost: 5e-7 },
  'gpt-4.1-mini': { input_cost_per_token: 8e-7, output_cost_per_token: 3.2e-6, cache_read_input_token_cost: 2e-7 },
  'gpt-5': {
    ...{ input_cost_per_token: 1.25e-6, output_cost_per_token: 0.00001, cache_read_input_token_cost: 1.25e-7 },
    ...{ input_cost_per_token_above_272k_tokens: 1.5e-6, output_cost_per_token_above_272k_tokens: 1.2e-5 },
  },
  'gpt-5-mini': { input_cost_per_token: 2.5e-7, output_cost_per_token: 2.2e-6, cache_read_input_token_cost: 2.5e-8 },
  'o4-mini': { input_cost_per_token: 0, output_cost_per_token: 0 },
}

/** Models that nobody offers, so that the list has the length of one. */
const OTHERS = 60

export function priceList(): object {
  const entry = (prices: object) => ({ litellm_provider: 'openai', mode: 'chat', ...prices })
  const others = Array.from({ length: OTHERS }, (_, index) => {
    return [`other-${index}`, entry({ input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 })] as const
  })
  const models = Object.entries(MODELS).map(([name, prices]) => [name, entry(prices)] as const)
  return Object.fromEntries([...models, ...others])
}
