import type { CatalogueCard, CatalogueRow } from '#contract/api/models.ts'
import { serves } from '#contract/channel-types/all.ts'
import { formatsOf, kindOf, type Offer } from '#contract/models.ts'
import type { Calls } from '../../calls/calls.ts'
import { callerDialects } from '../../formats/dialects/all.ts'
import { factsOf } from '../../formats/models/facts.ts'
import { priceFacts } from '../../money/prices/price-facts.ts'
import { createPriceBook, type PriceBook } from '../../money/prices/prices.ts'
import type { Platform } from '../../platform/platform.ts'
import { groupPricesOf, tierFactors } from '../prices/group-prices.ts'
import { DIALECTS, effortsOf, parametersOf } from './parameters.ts'

/** The models that visitors see. */
export interface Catalogue {
  /** All models that some group can use, by name. Made anew only when options or channels have changed. */
  rows(): readonly CatalogueRow[]
  /** One of them with all that is known of it; undefined if it is not among them. */
  card(name: string): CatalogueCard | undefined
}

const opened = new WeakMap<Platform, Catalogue>()

/** The catalogue of a site. */
export function catalogueOf(services: Platform & Calls): Catalogue {
  const known = opened.get(services) ?? createCatalogue(services)
  opened.set(services, known)
  return known
}

/** Creates the catalogue over the channels, the built-in facts and the operator's cards. */
export function createCatalogue(services: Platform & Calls): Catalogue {
  const prices = createPriceBook(services.options)
  let rows: ReadonlyMap<string, CatalogueRow> = new Map()
  let version = -1
  let models: ReadonlyMap<string, string[]> | undefined

  function current(): ReadonlyMap<string, CatalogueRow> {
    const groups = services.channels.modelGroups()
    if (version === services.options.version && models === groups) return rows
    const made = [...groups].flatMap(([name, enabled]) => rowOf(name, enabled, services, prices))
    rows = new Map(made.sort((a, b) => (a.name < b.name ? -1 : 1)).map((row) => [row.name, row]))
    version = services.options.version
    models = groups
    return rows
  }

  return {
    rows: () => [...current().values()],
    card(name) {
      const row = current().get(name)
      return row && cardOf(row, services, prices)
    },
  }
}

/** A model without a price is not for sale and has no row, like one that the operator hides. */
function rowOf(name: string, groups: readonly string[], services: Platform & Calls, prices: PriceBook): CatalogueRow[] {
  const facts = factsOf(name, services.options.values.ModelCards)
  const quote = facts.hidden ? undefined : prices.quote(name, '')
  if (!quote) return []
  return [
    {
      name,
      vendor: facts.vendor ?? '',
      kind: kindOf(facts) ?? null,
      description: facts.description ?? null,
      context: facts.context ?? null,
      max_output: facts.max_output ?? null,
      input: [...(facts.input ?? [])],
      output: [...(facts.output ?? [])],
      features: [...(facts.features ?? [])],
      released: facts.released ?? null,
      deprecated: facts.deprecated ?? facts.retires !== undefined,
      retires: facts.retires ?? null,
      formats: formatsOf(facts, offerOf(name, groups, services)),
      enable_groups: [...groups].sort(),
      ...priceFacts(quote.price),
    },
  ]
}

/** What the enabled channels of a model perform, in any group. */
function offerOf(name: string, groups: readonly string[], { channels }: Calls): Offer {
  const types = new Set(groups.flatMap((group) => channels.tiers(group, name).flat()).map(({ type }) => type))
  return {
    serves: (operation) => [...types].some((type) => serves(type, operation)),
    holds: (format, medium) => callerDialects[DIALECTS[format]].media.includes(medium),
  }
}

function cardOf(row: CatalogueRow, services: Platform, prices: PriceBook): CatalogueCard {
  const facts = factsOf(row.name, services.options.values.ModelCards)
  const quotes = row.enable_groups.flatMap((group) => prices.quote(row.name, group) ?? [])
  const [first] = quotes
  const efforts = effortsOf(row.name)
  return {
    ...row,
    formats_in_detail: row.formats.map((format) => parametersOf(row.name, format)),
    reasoning_efforts: efforts ? [...efforts] : null,
    prices: quotes.map(({ group, price }) => groupPricesOf(group, price, facts, row.name)),
    conditional_prices: row.enable_groups.flatMap((group) =>
      prices
        .conditional(row.name, group)
        .map(({ when, price }) => ({ when, prices: groupPricesOf(group, price, facts, row.name) })),
    ),
    tiers: first ? tierFactors(first.price) : {},
  }
}
