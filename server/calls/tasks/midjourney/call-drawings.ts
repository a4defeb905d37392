import type { Channel } from '../../../formats/providers/channel.ts'
import { callService, type OutgoingAnswer } from '../../../wire/egress/call-service.ts'
import { redactText } from '../../upstream/upstream-failure.ts'
import { type DrawingAnswer, readDrawing } from './read-drawing.ts'

type TaskChannel = Pick<Channel, 'baseUrl' | 'key' | 'way'>

const QUERY_TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** Sends a call to a drawing platform. `path` begins with `/mj/`. Throws OutgoingError. */
export function callDrawings(
  channel: TaskChannel,
  path: string,
  { json, timeoutMs }: { json?: unknown; timeoutMs: number },
): Promise<OutgoingAnswer> {
  return callService(`${channel.baseUrl}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { 'mj-api-secret': channel.key.replace(/^Bearer /i, '') },
    ...(json === undefined ? {} : { json }),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    way: channel.way,
  })
}

/**
 * Queries a platform about some tasks; the answers are keyed by id. undefined = no usable answer. Throws
 * OutgoingError.
 */
export async function queryDrawings(
  channel: TaskChannel,
  ids: readonly string[],
): Promise<Map<string, DrawingAnswer> | undefined> {
  const { status, body } = await callDrawings(channel, '/mj/task/list-by-condition', {
    json: { ids },
    timeoutMs: QUERY_TIMEOUT_MS,
  })
  if (status !== 200 || !Array.isArray(body)) return undefined
  const answers = body.map(readDrawing).filter((answer) => answer !== undefined)
  return new Map(
    answers.map((answer) => [answer.mj_id, { ...answer, fail_reason: redactText(answer.fail_reason, channel) }]),
  )
}
