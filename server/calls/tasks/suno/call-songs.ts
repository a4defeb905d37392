import type { Channel } from '../../../formats/providers/channel.ts'
import { callService, type OutgoingAnswer } from '../../../wire/egress/call-service.ts'
import { redactText } from '../../upstream/upstream-failure.ts'
import { toMembers } from '../stored-values.ts'
import { readSong, type SongAnswer } from './read-song.ts'

type TaskChannel = Pick<Channel, 'baseUrl' | 'key' | 'way'>

const QUERY_TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** Sends a call to a Suno platform. `path` begins with `/suno/`. Throws OutgoingError. */
export function callSongs(
  { baseUrl, key, way }: TaskChannel,
  path: string,
  json: unknown,
  timeoutMs: number,
): Promise<OutgoingAnswer> {
  const headers = { Authorization: `Bearer ${key.replace(/^Bearer /i, '')}` }
  return callService(`${baseUrl}${path}`, { headers, json, timeoutMs, maxBytes: MAX_ANSWER_BYTES, way })
}

/**
 * Queries a platform about some tasks; the answers are keyed by id. undefined = no usable answer. Throws
 * OutgoingError.
 */
export async function querySongs(
  channel: TaskChannel,
  ids: readonly string[],
): Promise<Map<string, SongAnswer> | undefined> {
  const { status, body } = await callSongs(channel, '/suno/fetch', { ids }, QUERY_TIMEOUT_MS)
  const { code, data } = toMembers(body)
  if (status !== 200 || code !== 'success' || !Array.isArray(data)) return undefined
  const answers = data.map(readSong).filter((answer) => answer !== undefined)
  return new Map(
    answers.map((answer) => [answer.task_id, { ...answer, fail_reason: redactText(answer.fail_reason, channel) }]),
  )
}
