import type { CatalogueRow } from '#contract/api/models.ts'
import { vendorOfModel } from '#contract/vendor-of-model.ts'
import { compareNames } from '#web/lib/compare-names.ts'
import { offeredModels } from './offered-models.ts'

/** A vendor's models on offer, those for chats first, the newest before others. */
export interface Offer {
  vendor: string
  rows: readonly CatalogueRow[]
  abilities: readonly Ability[]
}

/** Models whose maker is not known. */
export const OTHER = 'other'

/** What models can do beyond text in and out, in the order in which it is shown. */
export const ABILITIES = [
  'tools',
  'reasoning',
  'json_schema',
  'caching',
  'image_in',
  'audio_in',
  'video_in',
  'file_in',
  'image_out',
  'audio_out',
  'video_out',
  'embedding_out',
  'rerank_out',
] as const
export type Ability = (typeof ABILITIES)[number]

/** Returns what a group can call, by vendor: those with the most models first, unknown ones last. */
export function offersOf(rows: readonly CatalogueRow[], group: string): Offer[] {
  const vendors = Map.groupBy(offeredModels(rows, group), ({ vendor, name }) => vendor || vendorOfModel(name) || OTHER)
  const rank = ({ vendor, rows: models }: Offer) => (vendor === OTHER ? 0 : models.length)
  return [...vendors]
    .map(([vendor, models]) => ({ vendor, rows: models, abilities: abilitiesOf(models) }))
    .sort((one, other) => rank(other) - rank(one) || compareNames(one.vendor, other.vendor))
}

/** Returns the numbers of models and of known vendors on offer. */
export const countOf = (offers: readonly Offer[]) => ({
  count: offers.reduce((sum, { rows }) => sum + rows.length, 0),
  vendors: offers.filter(({ vendor }) => vendor !== OTHER).length,
})

function abilitiesOf(rows: readonly CatalogueRow[]): Ability[] {
  const known = new Set<string>(
    rows.flatMap(({ input, output, features }) => [
      ...features,
      ...input.map((kind) => `${kind}_in`),
      ...output.map((kind) => `${kind}_out`),
    ]),
  )
  return ABILITIES.filter((ability) => known.has(ability))
}
