import { type CostSearch, parseCosts } from './models-search.ts'

/** More columns fit no window. */
export const MAX_COMPARED = 4

export interface CompareSearch extends CostSearch {
  /** Names of models with commas between them. */
  models?: string
}

/** The models that `?models=` names: at most four different names. */
export const comparedNames = (models = '') => [...new Set(models.split(',').filter(Boolean))].slice(0, MAX_COMPARED)

/** Parses the search of a comparison's URL. */
export function parseCompareSearch({ models, ...raw }: Record<string, unknown>): CompareSearch {
  const names = typeof models === 'string' ? comparedNames(models) : []
  return { ...parseCosts(raw), models: names.join(',') || undefined }
}
