import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { looseInteger, looseText, pageIndex, pageSize, sortOrder } from './fields.ts'

/** One audited change. `before` and `after` are JSON texts without secrets; "" = no value. */
export const audit = z.object({
  id: z.number(),
  created_at: z.number(),
  /** 0 = the server itself. */
  actor_id: z.number(),
  actor_name: z.string(),
  action: z.string(),
  target_kind: z.string(),
  target_id: z.string(),
  /** The present name of the target; "" = it has none or is gone. */
  target_name: z.string(),
  before: z.string(),
  after: z.string(),
  ip: z.string(),
  request_id: z.string(),
})
export type Audit = z.infer<typeof audit>

export const listAudits = endpoint('GET /api/audit', 'root', {
  summary: 'Who changed what, newest first',
  query: z.object({
    p: pageIndex,
    page_size: pageSize,
    order: sortOrder,
    /** An id or an exact name. */
    actor: looseText,
    /** An exact action (`user.update`), or all actions of a kind (`user`). */
    action: looseText,
    target_kind: looseText,
    target_id: looseText,
    /** Unix seconds, both inclusive. */
    start_timestamp: looseInteger,
    end_timestamp: looseInteger,
  }),
  reply: z.array(audit),
})
