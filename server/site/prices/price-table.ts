import type { PriceTable, PriceTableRow } from '#contract/api/price-table.ts'
import {
  cellsOf,
  MODEL_PRICE_MAPS,
  type ModelPriceMap,
  type OwnPrice,
  PRICE_OPTIONS,
} from '#contract/prices/dollar-prices.ts'
import type { Calls } from '../../calls/calls.ts'
import { vendorOf } from '../../calls/models/cards.ts'
import { unpricedModels } from '../../insight/unpriced.ts'
import { defaultPrices } from '../../money/prices/default-prices.ts'
import { listedOf, listedPrice } from '../../money/prices/listed.ts'
import { priceName } from '../../money/prices/prices.ts'
import { createSuggester } from '../../money/prices/suggest-price.ts'
import type { Platform } from '../../platform/platform.ts'

/** All models on offer with what prices them. Those without a price come first, the most wanted at the top. */
export async function priceTable(services: Platform & Calls): Promise<PriceTable> {
  const { channels, options } = services
  const { values } = options
  const groups = new Map<string, Set<string>>()
  for (const [model, names] of channels.modelGroups()) {
    const name = priceName(model)
    groups.set(name, new Set([...(groups.get(name) ?? []), ...names]))
  }
  const wanted = await unpricedModels(services)
  const failed = new Map(wanted.map(({ model, failed_calls }) => [priceName(model), failed_calls]))
  const suggest = createSuggester([...ownNames(values), ...Object.keys(defaultPrices.models)])
  const row = (model: string): PriceTableRow => {
    const failed_calls = failed.get(model)
    return {
      model,
      vendor: vendorOf(model) ?? '',
      groups: [...(groups.get(model) ?? [])].sort(),
      listed: listedPrice(values.SyncedPrices, model),
      rules: [...listedOf(values.SyncedPrices, model).rules],
      unpriced: failed_calls === undefined ? null : { failed_calls, suggestion: suggestionFor(model) },
    }
  }
  const suggestionFor = (model: string) => {
    const found = suggest(model)
    return found
      ? { ...found, cells: cellsOf(ownPrice(values, found.like), listedPrice(values.SyncedPrices, found.like)) }
      : null
  }
  const names = [...groups.keys()]
  return {
    rows: [...failed.keys(), ...names.filter((name) => !failed.has(name)).sort()].map(row),
    maps: Object.fromEntries(PRICE_OPTIONS.map((key) => [key, options.text(key)])) as PriceTable['maps'],
    group_ratio: values.GroupRatio,
    sells_unpriced: values.SellUnpricedModelsEnabled,
    list_version: defaultPrices.version,
  }
}

type Maps = Readonly<Record<ModelPriceMap, Readonly<Record<string, number>>>>

/** Models that the operator has priced. */
const ownNames = ({ ModelPrice, ModelRatio }: Maps) => [...Object.keys(ModelPrice), ...Object.keys(ModelRatio)]

function ownPrice(maps: Maps, model: string): OwnPrice {
  const found = MODEL_PRICE_MAPS.flatMap((map) => (Object.hasOwn(maps[map], model) ? [[map, maps[map][model]]] : []))
  return Object.fromEntries(found)
}
