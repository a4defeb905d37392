import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Tokens } from './prices.ts'
import type { PricingSearch } from './pricing-search.ts'

const USUAL: Tokens = { input: 1000, output: 1000 }

/** The price list's URL parameters other than filters, and a setter that keeps the scroll position. */
export function usePricingSearch() {
  const search: PricingSearch = useSearch({ from: '/pricing' })
  const navigate = useNavigate({ from: '/pricing' })
  const { model, in: input = USUAL.input, out: output = USUAL.output } = search
  const change = (patch: Partial<PricingSearch>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...patch }),
      replace: true,
      resetScroll: false,
    })
  return {
    model,
    tokens: { input, output },
    openModel: (name: string | undefined) => change({ model: name }),
    setTokens: (next: Tokens) =>
      change({
        in: next.input === USUAL.input ? undefined : next.input,
        out: next.output === USUAL.output ? undefined : next.output,
      }),
  }
}
