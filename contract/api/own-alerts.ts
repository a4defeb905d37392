import * as z from 'zod/mini'
import { OWN_SINK_KINDS } from '../alerts/sinks.ts'
import { alertSink, sinkFields } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { idParams, nothing } from './fields.ts'

export const MAX_OWN_SINKS = 5

const ownSinks = z.object({
  sinks: z.array(alertSink),
  /** The site's, which quiet hours are in. */
  time_zone: z.string(),
  /** Whether a mail server is configured. */
  mail: z.boolean(),
})
export type OwnSinks = z.infer<typeof ownSinks>

export const listOwnSinks = endpoint('GET /api/alert/own', 'user', {
  summary:
    'Where messages about the own account are sent: low balance, budgets, tokens that expire, logins on new devices',
  reply: ownSinks,
})

export const createOwnSink = endpoint('POST /api/alert/own/sink', 'user', {
  proof: true,
  summary: 'Send messages about the own account to another place; its address must be public',
  body: z.object({ kind: z.enum(OWN_SINK_KINDS), ...sinkFields }),
  reply: ownSinks,
})

export const updateOwnSink = endpoint('PUT /api/alert/own/sink/:id', 'user', {
  proof: true,
  summary: 'Change one of these places; secrets that are not given stay',
  params: idParams,
  body: z.object(sinkFields),
  reply: ownSinks,
})

export const deleteOwnSink = endpoint('DELETE /api/alert/own/sink/:id', 'user', {
  summary: 'Send nothing to one of these places any more',
  params: idParams,
  reply: ownSinks,
})

export const testOwnSink = endpoint('POST /api/alert/own/sink/:id/test', 'user', {
  summary: 'Send a test message to one of these places',
  params: idParams,
  reply: nothing,
})
