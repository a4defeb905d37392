import * as z from 'zod/mini'
import { commaList } from '../comma-list.ts'
import { limitsNow } from '../limit-schemas.ts'
import { LIMIT_SCOPES } from '../limits.ts'
import { MODEL_FORMATS, type ModelFormat } from '../models.ts'
import { ROUTING_ORDERS } from '../routing.ts'
import { FAILURE_KINDS } from '../traffic.ts'
import { endpoint } from './endpoint.ts'
import { looseInteger, looseText } from './fields.ts'

/** Why a channel is not tried, or not as early as its priority says. */
export const ROUTE_REASONS = [
  /** By an administrator. */
  'disabled',
  /** By the server; the detail is its reason. */
  'auto_disabled',
  /** The question assumes so. */
  'assumed_down',
  /** It serves other groups only. */
  'other_group',
  /** Its type does not serve the endpoint. */
  'operation',
  /** It takes tasks, no calls. */
  'tasks',
  /** Enough other channels come before it: the detail is how many a call tries. */
  'tries',
  /** All of its keys rest or were stopped. */
  'keys',
  /** A limit of the channel is used up: it is passed over. */
  'full',
  /** The model fails there, so that it comes behind all channels that do not fail. */
  'failing',
] as const
export type RouteReason = (typeof ROUTE_REASONS)[number]

const failure = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  kind: z.enum(FAILURE_KINDS),
  status: z.number(),
  message: z.string(),
  /** "" = it was a probe. */
  request_id: z.string(),
})

const candidate = z.object({
  id: z.number(),
  name: z.string(),
  type: z.number(),
  priority: z.number(),
  weight: z.number(),
  /** Place in the order in which this call would try it, from 1; null = it is not tried. */
  place: z.nullable(z.number()),
  /** Percent of such calls that would try it first. */
  first: z.number(),
  reasons: z.array(z.object({ code: z.enum(ROUTE_REASONS), detail: z.string() })),
  circuit: z.object({
    state: z.enum(['closed', 'open', 'half_open']),
    /** Milliseconds until the pause ends; 0 = there is none. */
    pause_ms: z.number(),
    /** Percent of the model's latest calls that failed there. */
    failed: z.number(),
    /** The latest failures of the model there, the newest first. */
    failures: z.array(failure),
  }),
  /** Mean time to the first byte; null = not measured lately. */
  latency_ms: z.nullable(z.number()),
  /** What 3,000 tokens in and 1,000 out cost the operator, in quota units; null = unknown. */
  cost: z.nullable(z.number()),
  /** Attempts in progress on the node that answers. */
  in_flight: z.number(),
  limits_now: limitsNow,
  /** Its keys that can be used now, and all of them; null = it has a single one. */
  keys: z.nullable(z.object({ ready: z.number(), total: z.number() })),
})
export type RouteCandidate = z.infer<typeof candidate>

const explainedRoute = z.object({
  group: z.string(),
  model: z.string(),
  /** The call takes this route, if those before it cannot serve it. */
  taken: z.boolean(),
  /** Why it does not: the caller's error. "" = it does. */
  error: z.string(),
  /** What the caller pays for 3,000 tokens in and 1,000 out, in quota units; null = there is no price. */
  price: z.nullable(z.number()),
  order: z.enum(ROUTING_ORDERS),
  /** Every channel that has the model, those that are tried first. */
  candidates: z.array(candidate),
})
export type ExplainedRoute = z.infer<typeof explainedRoute>

const ids = z.pipe(
  z._default(z.string().check(z.maxLength(2000)), ''),
  z.transform((text) => commaList(text).map(Number).filter(Number.isSafeInteger)),
)
const format = z._default(z.enum(MODEL_FORMATS as [ModelFormat, ...ModelFormat[]]), 'chat')

export const explainRouting = endpoint('GET /api/routing/explain', 'admin', {
  summary: 'How a call would be routed now: its routes, and for each channel the reasons for and against it',
  query: z.object({
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    format,
    /** The group of a caller without a token; default: `default`. */
    group: looseText,
    /** The token that would call; its group, models and limits count. */
    token_id: looseInteger,
    /** What names a conversation, such as `prompt_cache_key`: its calls get one order. */
    conversation: looseText,
    /** The size of the call, which limits of tokens and balances depend on: tokens in, and its limit of tokens out. */
    input_tokens: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000_000)), 10),
    max_tokens: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000_000))),
    /** Channels that are assumed to be down, as a comma list of ids. */
    down: ids,
  }),
  reply: z.object({
    /** The error that the caller gets before any route is looked at; "" = none. */
    error: z.string(),
    routes: z.array(explainedRoute),
    /** How many channels one route tries at most. */
    tries: z.number(),
    /** Seconds for which a call that no route takes waits for a permit; 0 = it is refused at once. */
    waits: z.number(),
    /** The limits that the call counts in. */
    limits: z.array(z.object({ scope: z.enum(LIMIT_SCOPES), subject: z.string(), limits_now: limitsNow })),
  }),
})

/** A channel as a draft changes it; what is left out stays. */
const draftChannel = z.object({
  id: z.number().check(z.int(), z.positive()),
  priority: z.optional(z.number().check(z.int())),
  weight: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
  enabled: z.optional(z.boolean()),
})
export type DraftChannel = z.infer<typeof draftChannel>

/** What the calls would have come to, by the rules and figures of one set of channels. */
const replaySums = z.object({
  /** Percent of the calls that no channel would have served. */
  failed: z.number(),
  /** What vendors would have charged, in quota units, of the calls whose cost is known. */
  cost: z.number(),
  /** Percent of the calls whose cost is known. */
  costed: z.number(),
  /** Mean time to the first byte in milliseconds, failed attempts included; null = nothing was measured. */
  latency_ms: z.nullable(z.number()),
})
export type ReplaySums = z.infer<typeof replaySums>

const replayReport = z.object({
  /** Calls that were replayed: the newest of the period, at most `MAX_REPLAYED`. */
  calls: z.number(),
  /** Unix seconds of the oldest of them. */
  since: z.number(),
  today: replaySums,
  draft: replaySums,
  /** Channels with their share of the calls in percent, today and in the draft, the largest first. */
  channels: z.array(z.object({ id: z.number(), name: z.string(), today: z.number(), draft: z.number() })),
})
export type ReplayReport = z.infer<typeof replayReport>

export const MAX_REPLAYED = 20_000

export const replayRouting = endpoint('POST /api/routing/replay', 'admin', {
  summary:
    'What the calls of the last hours would have cost, taken and failed with a draft of channels, beside today’s',
  body: z.object({
    hours: z._default(z.number().check(z.int(), z.gte(1), z.lte(24)), 24),
    channels: z.array(draftChannel).check(z.maxLength(2000)),
    /** Group → order of its channels, over the option GroupRouting. */
    orders: z._default(z.record(z.string(), z.enum(ROUTING_ORDERS)), {}),
  }),
  reply: replayReport,
})
