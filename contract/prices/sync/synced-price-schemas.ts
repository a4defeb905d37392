import * as z from 'zod/mini'
import { LIST_COMPONENTS, type ListComponent } from './synced-prices.ts'

/** Schemas of prices that a sync took from a public list. Values of later versions are ignored. */

const amount = z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,20})?$/))
const tokenPrices = Object.fromEntries(LIST_COMPONENTS.map((name) => [name, z.optional(amount)])) as Record<
  ListComponent,
  z.ZodMiniOptional<typeof amount>
>

const listPrice = z.object({
  ...tokenPrices,
  per_call: z.optional(amount),
  lengths: z.optional(z.array(z.object({ above: z.int().check(z.positive()), ...tokenPrices }))),
  tiers: z.optional(z.record(z.string(), amount)),
})

/** A price as a sync stores it: per call, or per token with a price of input. */
export const syncedPrice = z
  .extend(listPrice, { source: z.string(), at: z.int() })
  .check(
    z.refine(({ per_call, input }) => (per_call === undefined) !== (input === undefined), 'needs input or per_call'),
  )

export const syncedPrices = z.record(z.string(), syncedPrice)
