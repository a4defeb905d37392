import * as z from 'zod/mini'
import { commaList } from '../comma-list.ts'
import { endpoint } from './endpoint.ts'

/** What a channel would mean for calls, before it is saved: prices of its models, and its place among the others. */

/** A comma list; what stands behind so many names is not judged. */
const names = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(200_000)),
    z.transform((text) => commaList(text).slice(0, most)),
  )

const modelOutlook = z.object({
  model: z.string(),
  /** It has a price, set or built in. */
  priced: z.boolean(),
  /** How many other enabled channels have it. */
  elsewhere: z.number(),
})
export type ModelOutlook = z.infer<typeof modelOutlook>

/** Where the channel stands for calls of models in a group, while all channels are healthy. */
const routeOutlook = z.object({
  group: z.string(),
  /** The first of the models for which this is so, and how many there are. */
  models: z.array(z.string()),
  count: z.number(),
  /** Other channels of higher, the same, and lower priority. */
  before: z.number(),
  beside: z.number(),
  after: z.number(),
  /** Of 100 calls that reach this priority, how many try this channel first. */
  percent: z.number(),
})
export type RouteOutlook = z.infer<typeof routeOutlook>

export const channelOutlook = endpoint({
  method: 'POST',
  path: '/api/channel/outlook',
  access: 'admin',
  summary: 'Prices of the models of a channel form, and when calls would try the channel. Nothing is stored',
  body: z.object({
    /** The stored channel that the form edits: it is not one of the others. */
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
    /** How many channels one call tries at most. */
    attempts: z.number(),
  }),
})
