import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import type { Lane } from '../book/book.ts'
import { firstModel, modelNames } from './model-options.ts'

/**
 * Selects a model once the list is loaded, unless one is selected. Returns the reason why no question can be
 * sent.
 */
export function useModels(lanes: readonly Lane[], group: string, onLanes: (lanes: readonly Lane[]) => void) {
  const { t } = useTranslation('playground')
  const { data: prices } = useQuery(pricingQuery)
  const { model: linked } = useSearch({ from: '/_console/playground' })
  const navigate = useNavigate({ from: '/playground' })
  const first = prices && firstModel(prices.rows, group)
  const isTaken = lanes[0]?.model === linked
  // An address with a model chooses it for the first place.
  useEffect(() => {
    if (linked === undefined) return
    if (isTaken) void navigate({ search: ({ expired, chat }) => ({ expired, chat }), replace: true })
    else onLanes(lanes.map((lane, at) => (at === 0 ? { ...lane, model: linked } : lane)))
  }, [linked, isTaken, lanes, onLanes, navigate])
  useEffect(() => {
    if (!first || linked !== undefined || lanes.every(({ model }) => model !== '')) return
    onLanes(lanes.map((lane) => (lane.model === '' ? { ...lane, model: first } : lane)))
  }, [first, linked, lanes, onLanes])
  if (!prices) return t('composer.loading')
  if (first === '') return t('composer.noModels')
  const known = new Set(modelNames(prices.rows, group))
  return lanes.every(({ model }) => known.has(model)) ? undefined : t('composer.noModel')
}
