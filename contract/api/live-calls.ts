import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { looseInteger, looseText } from './fields.ts'

/** What a call waits for, or does: its limits and its quota, its request, its first byte; or its answer arrives. */
export const CALL_PHASES = ['lease', 'sending', 'first_byte', 'answering'] as const
export type CallPhase = (typeof CALL_PHASES)[number]

/** A call in progress. */
export const liveCall = z.object({
  /** The request id. */
  id: z.string(),
  /** The node that runs it. */
  node: z.string(),
  user_id: z.number(),
  username: z.string(),
  /** 0 = the playground. */
  token_id: z.number(),
  token_name: z.string(),
  group: z.string(),
  model: z.string(),
  /** The channel of its last attempt; 0 = none yet. */
  channel_id: z.number(),
  /** The number of attempts so far. */
  attempts: z.number(),
  stream: z.boolean(),
  phase: z.enum(CALL_PHASES),
  /** Milliseconds since it arrived. */
  age_ms: z.number(),
  /** Output tokens delivered so far, estimated where the vendor has not counted them; 0 for an answer that is no stream. */
  tokens: z.number(),
  /** Output tokens a second since the first byte. */
  tokens_per_second: z.number(),
  /** Quota units that it would cost if it ended now. */
  quota: z.number(),
})
export type LiveCall = z.infer<typeof liveCall>

export const liveNode = z.object({
  id: z.string(),
  /** Calls in progress that the filter names; of more than 200, the oldest are listed. */
  calls: z.number(),
})
export type LiveNode = z.infer<typeof liveNode>

export const listLiveCalls = endpoint('GET /api/live', 'admin', {
  summary: 'Calls in progress on all nodes, the oldest first: phase, tokens and cost so far',
  query: z.object({
    /** The id of a user, or the name. */
    user: looseText,
    token: looseInteger,
    channel: looseInteger,
    model: looseText,
  }),
  reply: z.array(z.extend(liveCall, { /** "" = deleted, or none yet. */ channel_name: z.string() })),
  beside: z.object({
    nodes: z.array(liveNode),
    /** Nodes that report themselves and did not answer within a second. */
    silent: z.array(z.string()),
  }),
})

export const stopLiveCall = endpoint('POST /api/live/stop', 'admin', {
  summary: 'Stop a call in progress: its caller gets an error in its format; what was delivered is charged',
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({
    /** Whether the call was in progress on a node that answered. */
    stopped: z.boolean(),
  }),
})
