import { useSyncExternalStore } from 'react'
import type { PriceCells } from '#contract/prices/dollar-prices.ts'
import { type PriceTerms, sameTerms } from '#contract/prices/price-terms.ts'
import { type PriceDrafts, type PriceRow, sameCells, type TermsDrafts } from './price-rows.ts'

export interface DraftStore {
  all: () => PriceDrafts
  /** Unsaved further prices and rules. */
  terms: () => TermsDrafts
  /** Keeps the cells of rows; those that are as stored are no drafts. */
  set: (changes: readonly (readonly [PriceRow, PriceCells])[]) => void
  /** Keeps further prices and rules; those that are as stored are no drafts. */
  setTerms: (changes: readonly (readonly [PriceRow, PriceTerms])[]) => void
  drop: (models: Iterable<string>) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a store of unsaved cells, which rows follow one by one: a typed digit draws one row anew. */
export function createPriceDrafts(): DraftStore {
  let drafts: PriceDrafts = new Map()
  let terms: TermsDrafts = new Map()
  const listeners = new Set<() => void>()
  const publish = (next: PriceDrafts, nextTerms = terms) => {
    drafts = next
    terms = nextTerms
    for (const listener of listeners) listener()
  }
  return {
    all: () => drafts,
    terms: () => terms,
    set(changes) {
      const next = new Map(drafts)
      for (const [row, cells] of changes) {
        if (sameCells(cells, row.stored)) next.delete(row.model)
        else next.set(row.model, cells)
      }
      publish(next)
    },
    setTerms(changes) {
      const next = new Map(terms)
      for (const [row, own] of changes) {
        if (sameTerms(own, row.terms)) next.delete(row.model)
        else next.set(row.model, own)
      }
      publish(drafts, next)
    },
    drop(models) {
      const [next, nextTerms] = [new Map(drafts), new Map(terms)]
      for (const model of models) {
        next.delete(model)
        nextTerms.delete(model)
      }
      publish(next, nextTerms)
    },
    clear: () => publish(new Map(), new Map()),
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

/** All drafts of further prices and rules. */
export const useTermsDrafts = (store: DraftStore) => useSyncExternalStore(store.subscribe, store.terms)

/** The further prices and rules of a row: as edited, or as stored. */
export const useTerms = (store: DraftStore, row: PriceRow): PriceTerms =>
  useSyncExternalStore(store.subscribe, () => store.terms().get(row.model)) ?? row.terms
