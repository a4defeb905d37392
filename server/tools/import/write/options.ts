import { type OptionKey, options } from '#contract/options.ts'
import {
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultModelPrice,
  defaultModelRatio,
} from '../../../money/prices/default-prices.ts'
import type { ImportContext } from '../context.ts'
import oneHubPrices from '../mapping/one-hub-prices.json'
import { type MappedOptions, mapOptions, type SourceOptions } from '../mapping/options.ts'
import type { PriceMaps } from '../mapping/prices.ts'
import { remark } from '../report.ts'
import { findOrigins, fingerprint, saveOrigin } from './origins.ts'

/**
 * Imports the options that this server has no value of its own for. A later run writes what has changed there since,
 * unless it was changed here too.
 */
export async function importOptions(ctx: ImportContext, source: SourceOptions, issuer: string | undefined) {
  const mapped = mapOptions(source, { prices: ctx.prices, isListed: listedIn(ctx.kind), issuer })
  ctx.tally.note('options', mapped.remarks.slice())
  ctx.tally.count('options', 'left_out', mapped.leftOut)
  await writeOptions(ctx, mapped)
}

async function writeOptions(ctx: ImportContext, { values }: MappedOptions): Promise<void> {
  const { store, tally } = ctx
  const keys = [...values.keys()]
  const origins = await findOrigins(ctx, 'option', keys)
  const stored = await store.db.selectFrom('options').selectAll().where('key', 'in', keys).execute()
  const here = new Map(stored.map(({ key, value }) => [key, opened(ctx, key as OptionKey, value)]))
  for (const [key, value] of values) {
    await ctx.checkpoint()
    const [known, print] = [origins.get(key)?.state, fingerprint([value])]
    const own = here.get(key)
    // A value that an earlier run wrote is no value of this server's own.
    const kept = own !== undefined && own !== options[key].default && fingerprint([own]) !== known && own !== value
    if (known === print || own === value) tally.count('options', 'same')
    else if (kept) {
      tally.count('options', 'left_out')
      tally.note('options', [remark('option_kept', key)])
    } else {
      tally.count('options', known ? 'updated' : 'taken')
      if (!ctx.dry) await writeOption(ctx, key, value, print)
    }
  }
}

async function writeOption(ctx: ImportContext, key: OptionKey, value: string, print: string): Promise<void> {
  const sealed = 'secret' in options[key] && value ? ctx.vault.encrypt(value) : value
  await ctx.store.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('options')
      .values({ key, value: sealed })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sealed }))
      .execute()
    await saveOrigin(trx, ctx, 'option', { source_id: key, target_id: 0, state: print })
  })
}

function opened({ vault, dry }: ImportContext, key: OptionKey, value: string): string {
  if (!(key in options) || !('secret' in options[key]) || value === '') return value
  // A dry run may work without the key.
  try {
    return vault.decrypt(value)
  } catch (error) {
    if (dry) return value
    throw error
  }
}

/** Small differences come from ratios that were rounded. */
const TOLERANCE = 0.001
const isNear = (one: number, other: number | undefined) =>
  other !== undefined && Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other))

/** Whether a price says nothing of its own: it is the built-in one there, or the listed one here. */
function listedIn(kind: ImportContext['kind']): (map: keyof PriceMaps, model: string, value: number) => boolean {
  const here: Record<keyof PriceMaps, Record<string, number>> = {
    ModelPrice: defaultModelPrice(),
    ModelRatio: defaultModelRatio(),
    CompletionRatio: defaultCompletionRatio(),
    CacheRatio: defaultCacheRatio(),
  }
  const there = new Map(Object.entries(oneHubPrices as unknown as Record<string, [number, number]>))
  return (map, model, value) => {
    const builtIn = kind === 'one-hub' ? there.get(model) : undefined
    return isNear(value, builtIn && inMap(map, builtIn)) || isNear(value, here[map][model])
  }
}

function inMap(map: keyof PriceMaps, [input, output]: [number, number]): number | undefined {
  if (map === 'ModelRatio') return input
  if (map === 'CompletionRatio') return input > 0 ? output / input : undefined
  // A ratio of 1 is 0.002 dollars a call.
  return map === 'ModelPrice' ? input * 0.002 : undefined
}
