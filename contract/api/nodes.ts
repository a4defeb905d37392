import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const node = z.object({
  id: z.string(),
  host: z.string(),
  version: z.string(),
  /** Unix seconds. */
  started_at: z.number(),
  /** Relayed calls in progress. */
  calls: z.number(),
  /** Resident memory in bytes. */
  memory: z.number(),
  /** Bytes of the disk that holds its data; 0 = not reported. */
  disk_free: z.number(),
  disk_size: z.number(),
})

/** How long an answer took, and "" or why there was none. */
const ping = { milliseconds: z.number(), error: z.string() }

/** Times are Unix seconds, 0 = never; sizes are bytes. */
export const nodeHealth = z.object({
  /** The node that answers. */
  node,
  calls: z.object({ active: z.number(), stopping: z.boolean(), draining: z.boolean() }),
  /** How late timers ran in the last minute, in milliseconds. */
  event_loop: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
  memory: z.object({ rss: z.number(), heap: z.number(), external: z.number() }),
  journal: z.object({
    writable: z.boolean(),
    /** Charges that are not in the database yet. */
    pending: z.number(),
    segments: z.number(),
    bytes: z.number(),
    disk_free: z.number(),
  }),
  database: z.object({ engine: z.enum(['sqlite', 'postgres']), ...ping }),
  /** Absent: not configured. */
  redis: z.optional(z.object(ping)),
  /** All nodes that reported within a day, the answering one among them; empty while the database is away. */
  nodes: z.array(
    z.extend(node, { /** Seconds since its last report, which comes every half minute. */ silent: z.number() }),
  ),
  jobs: z.array(
    z.object({
      name: z.string(),
      running: z.boolean(),
      last_run: z.number(),
      last_milliseconds: z.number(),
      last_node: z.string(),
      last_error: z.string(),
      next_run: z.number(),
    }),
  ),
})
export type NodeHealth = z.infer<typeof nodeHealth>

export const getNodeHealth = endpoint('GET /api/node', 'root', {
  summary: 'Health of the node that answers: calls, event loop, memory, journal, database, Redis, jobs, other nodes',
  reply: nodeHealth,
})
