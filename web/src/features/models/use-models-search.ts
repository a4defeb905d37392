import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Tokens } from '#web/features/prices/public/prices.ts'
import type { ModelsSearch } from './models-search.ts'

const USUAL: Tokens = { input: 1000, output: 1000 }

/** The table's URL parameters other than filters, with setters that keep the scroll position. */
export function useModelsSearch(isPriceList: boolean) {
  const {
    model,
    calc,
    in: input = USUAL.input,
    out: output = USUAL.output,
  } = useSearch({ strict: false }) as ModelsSearch
  const navigate = useNavigate()
  const change = (patch: Partial<ModelsSearch>) =>
    void navigate({
      to: '.',
      search: ((before: ModelsSearch) => ({ ...before, ...patch })) as never,
      replace: true,
      resetScroll: false,
    })
  const hasCosts = calc === undefined ? isPriceList : calc === 'on'
  return {
    model,
    tokens: { input, output },
    /** Whether the calculator and its column of costs are shown. */
    hasCosts,
    toggleCosts: () => change({ calc: hasCosts === isPriceList ? (hasCosts ? 'off' : 'on') : undefined }),
    openModel: (name: string | undefined) => change({ model: name }),
    setTokens: (next: Tokens) =>
      change({
        in: next.input === USUAL.input ? undefined : next.input,
        out: next.output === USUAL.output ? undefined : next.output,
      }),
  }
}
