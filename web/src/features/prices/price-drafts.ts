import { useSyncExternalStore } from 'react'
import type { PriceCells } from '#contract/dollar-prices.ts'
import { type PriceDrafts, type PriceRow, sameCells } from './price-rows.ts'

export interface DraftStore {
  all: () => PriceDrafts
  /** Keeps the cells of rows; those that are as stored are no drafts. */
  set: (changes: readonly (readonly [PriceRow, PriceCells])[]) => void
  drop: (models: Iterable<string>) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a store of unsaved cells, which rows follow one by one: a typed digit draws one row anew. */
export function createPriceDrafts(): DraftStore {
  let drafts: PriceDrafts = new Map()
  const listeners = new Set<() => void>()
  const publish = (next: PriceDrafts) => {
    drafts = next
    for (const listener of listeners) listener()
  }
  return {
    all: () => drafts,
    set(changes) {
      const next = new Map(drafts)
      for (const [row, cells] of changes) {
        if (sameCells(cells, row.stored)) next.delete(row.model)
        else next.set(row.model, cells)
      }
      publish(next)
    },
    drop(models) {
      const next = new Map(drafts)
      for (const model of models) next.delete(model)
      publish(next)
    },
    clear: () => publish(new Map()),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** All drafts. */
export const useDrafts = (store: DraftStore) => useSyncExternalStore(store.subscribe, store.all)

/** The cells of a row: as typed, or as stored. */
export const useCells = (store: DraftStore, row: PriceRow): PriceCells =>
  useSyncExternalStore(store.subscribe, () => store.all().get(row.model)) ?? row.stored
