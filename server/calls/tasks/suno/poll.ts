import { nowInSeconds } from '#server/platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import { pollPlatform, type TaskPlatform } from '../poll-platform.ts'
import { querySongs } from './call-songs.ts'
import { failedSong, nextSong } from './next-song.ts'
import type { SongAnswer } from './read-song.ts'

const suno: TaskPlatform<'tasks', SongAnswer> = {
  table: 'tasks',
  name: 'a Suno platform',
  idOf: ({ task_id }) => task_id,
  now: nowInSeconds,
  query: querySongs,
  next: nextSong,
  fail: failedSong,
}

/** Queries the Suno platforms once about every unfinished task. */
export const pollSongs = (services: Platform & Calls, signal: AbortSignal): Promise<void> =>
  pollPlatform(services, signal, suno)
