import * as z from 'zod/mini'
import { commaList } from '../comma-list.ts'
import { endpoint } from './endpoint.ts'

/**
 * Previews the routing of a channel before it is saved: prices of its models, and its position among other
 * channels.
 */

/** A comma list; names beyond the maximum are ignored. */
const names = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(200_000)),
    z.transform((text) => commaList(text).slice(0, most)),
  )

const modelOutlook = z.object({
  model: z.string(),
  /** Whether the model has a configured or built-in price. */
  priced: z.boolean(),
  /** Number of other enabled channels that offer the model. */
  elsewhere: z.number(),
})
export type ModelOutlook = z.infer<typeof modelOutlook>

/** The channel's position for calls of models in a group, when all channels are healthy. */
const routeOutlook = z.object({
  group: z.string(),
  /** The first models with this position, and the number of all of them. */
  models: z.array(z.string()),
  count: z.number(),
  /** Number of other channels with higher, equal and lower priority. */
  before: z.number(),
  beside: z.number(),
  after: z.number(),
  /** Percentage of the calls reaching this priority that try this channel first. */
  percent: z.number(),
})
export type RouteOutlook = z.infer<typeof routeOutlook>

export const channelOutlook = endpoint('POST /api/channel/outlook', 'admin', {
  summary: 'Prices of the models of a channel form, and when calls would try the channel. Nothing is stored',
  body: z.object({
    /** The stored channel that the form edits; it is excluded from the other channels. */
    id: z.optional(z.number().check(z.int(), z.positive())),
    type: z.number().check(z.int()),
    models: names(2000),
    group: names(50),
    priority: z.number().check(z.int()),
    weight: z.number().check(z.int(), z.gte(0)),
  }),
  reply: z.object({
    models: z.array(modelOutlook),
    routes: z.array(routeOutlook),
    /** The maximum number of channels that one call tries. */
    attempts: z.number(),
  }),
})
