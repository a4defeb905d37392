import { callService, type OutgoingAnswer } from '../../egress/outgoing.ts'
import type { Channel } from '../../registry/channels.ts'
import { wordsWithoutSecrets } from '../../upstream/upstream-failure.ts'
import { type DrawingAnswer, readDrawing } from './read-drawing.ts'

const ASK_MS = 15_000
const MOST_ANSWER_BYTES = 8 * 1024 * 1024

/** Sends a call to a drawing platform. `path` begins with `/mj/`. Throws OutgoingError. */
export function callDrawings(
  channel: Pick<Channel, 'baseUrl' | 'key'>,
  path: string,
  { json, timeoutMs }: { json?: unknown; timeoutMs: number },
): Promise<OutgoingAnswer> {
  return callService(`${channel.baseUrl}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { 'mj-api-secret': channel.key.replace(/^Bearer /i, '') },
    ...(json === undefined ? {} : { json }),
    timeoutMs,
    maxBytes: MOST_ANSWER_BYTES,
  })
}

/** What a platform says of some tasks, by id; undefined = it says nothing. Throws OutgoingError. */
export async function askForDrawings(
  channel: Pick<Channel, 'baseUrl' | 'key'>,
  ids: readonly string[],
): Promise<Map<string, DrawingAnswer> | undefined> {
  const { status, body } = await callDrawings(channel, '/mj/task/list-by-condition', {
    json: { ids },
    timeoutMs: ASK_MS,
  })
  if (status !== 200 || !Array.isArray(body)) return undefined
  const answers = body.map(readDrawing).filter((answer) => answer !== undefined)
  return new Map(
    answers.map((answer) => [
      answer.mj_id,
      { ...answer, fail_reason: wordsWithoutSecrets(answer.fail_reason, channel) },
    ]),
  )
}
