import type { TaskRow } from '../../../../money/accounting/task-tables.ts'
import { findOwnTasks } from '../../../tasks/queries.ts'
import { parseStoredJson, storableText } from '../../../tasks/stored-values.ts'
import type { RelayDeps } from '../../deps/deps.ts'
import type { TaskCall } from '../task-call.ts'
import { SongRefusal } from './refusal.ts'
import { submitSong } from './submit.ts'

/** Runs a call. Throws SongRefusal or ApiError. */
export type SongJob = (call: TaskCall, deps: RelayDeps) => Promise<{ status: number; body: unknown }>

const SUBMIT = /^submit\/([^/]+)$/
const FETCH = /^fetch\/([^/]+)$/
const MAX_IDS = 500

/** Returns the job of a path below `/suno/`; undefined = no such path. */
export function findSongJob(method: string, path: string): SongJob | undefined {
  const word = method === 'POST' ? SUBMIT.exec(path)?.[1] : undefined
  if (word !== undefined) return (call, deps) => submitSong(call, word, deps)
  if (method === 'POST' && path === 'fetch') return fetchSongs
  const id = method === 'GET' ? FETCH.exec(path)?.[1] : undefined
  return id === undefined ? undefined : (call, deps) => fetchSong(call, id, deps)
}

async function fetchSongs({ caller, body }: TaskCall, { services }: RelayDeps) {
  const ids = Array.isArray(body.ids) ? body.ids.slice(0, MAX_IDS) : []
  const action = storableText(body.action, 40)
  const owner = { userId: caller.user.id, platform: 'suno', action }
  return success((await findOwnTasks(services.store.db, owner, ids)).map(toSongDto))
}

async function fetchSong({ caller }: TaskCall, id: string, { services }: RelayDeps) {
  const owner = { userId: caller.user.id, platform: 'suno' }
  const task = (await findOwnTasks(services.store.db, owner, [id])).at(-1)
  if (!task) throw new SongRefusal(400, 'task_not_exist', 'task_not_exist')
  return success(toSongDto(task))
}

const success = (data: unknown) => ({ status: 200, body: { code: 'success', message: '', data } })

/** Converts a task to the format of this API family. */
const toSongDto = (row: TaskRow) => ({
  task_id: row.task_id,
  action: row.action,
  status: row.status,
  fail_reason: row.fail_reason,
  submit_time: row.submit_time,
  start_time: row.start_time,
  finish_time: row.finish_time,
  progress: row.progress,
  data: parseStoredJson(row.data) ?? null,
})
