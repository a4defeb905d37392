import { callService, type OutgoingAnswer } from '../../egress/outgoing.ts'
import type { Channel } from '../../registry/channels.ts'
import { wordsWithoutSecrets } from '../../upstream/upstream-failure.ts'
import { membersOf } from '../stored-values.ts'
import { readSong, type SongAnswer } from './read-song.ts'

const ASK_MS = 15_000
const MOST_ANSWER_BYTES = 16 * 1024 * 1024

/** Sends a call to a Suno platform. `path` begins with `/suno/`. Throws OutgoingError. */
export function callSongs(
  { baseUrl, key }: Pick<Channel, 'baseUrl' | 'key'>,
  path: string,
  json: unknown,
  timeoutMs: number,
): Promise<OutgoingAnswer> {
  const headers = { Authorization: `Bearer ${key.replace(/^Bearer /i, '')}` }
  return callService(`${baseUrl}${path}`, { headers, json, timeoutMs, maxBytes: MOST_ANSWER_BYTES })
}

/** What a platform says of some tasks, by id; undefined = it says nothing. Throws OutgoingError. */
export async function askForSongs(
  channel: Pick<Channel, 'baseUrl' | 'key'>,
  ids: readonly string[],
): Promise<Map<string, SongAnswer> | undefined> {
  const { status, body } = await callSongs(channel, '/suno/fetch', { ids }, ASK_MS)
  const { code, data } = membersOf(body)
  if (status !== 200 || code !== 'success' || !Array.isArray(data)) return undefined
  const answers = data.map(readSong).filter((answer) => answer !== undefined)
  return new Map(
    answers.map((answer) => [
      answer.task_id,
      { ...answer, fail_reason: wordsWithoutSecrets(answer.fail_reason, channel) },
    ]),
  )
}
