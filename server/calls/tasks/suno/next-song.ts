import type { TaskRow } from '../../../money/accounting/task-tables.ts'
import { timeoutReason } from '../timeout-reason.ts'
import type { SongAnswer } from './read-song.ts'

/** The fields of a stored task that the next state depends on. */
export type OpenSong = Pick<TaskRow, 'status' | 'progress' | 'submit_time' | 'data'>

export interface SongChange {
  failed: boolean
  set: Partial<Omit<SongAnswer, 'task_id'>> & { progress?: string; updated_at: number }
}

/** The states in their order, with the progress of each, since the platform reports none. */
const STATES: readonly (readonly [string, string])[] = [
  ['', '0%'],
  ['UNKNOWN', '0%'],
  ['NOT_START', '0%'],
  ['SUBMITTED', '10%'],
  ['QUEUED', '20%'],
  ['IN_PROGRESS', '30%'],
]
const rank = (status: string) => STATES.findIndex(([name]) => name === status)

/** Returns the change of an unfinished task; undefined = nothing new. `now`: Unix seconds. */
export function nextSong(
  row: OpenSong,
  answer: SongAnswer | undefined,
  now: number,
  answered = true,
): SongChange | undefined {
  const over = answer && ended(answer, now)
  if (over) return over
  const late = timeoutReason((now - row.submit_time) * 1000, answered)
  if (late) return failedSong(late, now)
  return answer && progressed(row, answer, now)
}

/** Fails a task without an answer of its platform. */
export function failedSong(reason: string, now: number): SongChange {
  const set = { status: 'FAILURE', progress: '100%', fail_reason: reason, finish_time: now, updated_at: now }
  return { failed: true, set }
}

function ended(answer: SongAnswer, now: number): SongChange | undefined {
  const over = { ...changedFields(answer), progress: '100%', finish_time: answer.finish_time || now, updated_at: now }
  if (answer.status === 'SUCCESS') return { failed: false, set: { ...over, status: 'SUCCESS' } }
  if (answer.status !== 'FAILURE' && !answer.fail_reason) return undefined
  return { failed: true, set: { ...over, status: 'FAILURE', fail_reason: answer.fail_reason || 'FAILURE' } }
}

function progressed(row: OpenSong, answer: SongAnswer, now: number): SongChange | undefined {
  const ahead = rank(answer.status) - rank(row.status)
  const hasChanged = ahead > 0 || (answer.data !== '' && answer.data !== row.data)
  if (ahead < 0 || !hasChanged) return undefined
  const progress = STATES[rank(answer.status)]?.[1] ?? row.progress
  return { failed: false, set: { ...changedFields(answer), status: answer.status, progress, updated_at: now } }
}

/** Returns the fields that an answer changes; missing fields stay unchanged. */
function changedFields({ task_id: _id, status: _status, ...rest }: SongAnswer): Partial<SongAnswer> {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
}
