import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { PricingRow } from '#contract/api/pricing.ts'
import type { List } from '#web/ui/table/search/use-list.ts'

/** Scrolls to the model named in the URL once the models are loaded, switching to its page. */
export function useLinkedRow(found: readonly PricingRow[] | undefined, list: List) {
  const { model } = useSearch({ from: '/pricing' })
  const wanted = useRef(model)
  useEffect(() => {
    const name = wanted.current
    if (name === undefined || !found) return
    const place = found.findIndex(({ model_name }) => model_name === name)
    const page = Math.floor(place / list.state.size) + 1
    if (place >= 0 && page !== list.state.page) return list.setPage(page, 'replace')
    wanted.current = undefined
    document.querySelector(`[data-row="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'center' })
  })
}
