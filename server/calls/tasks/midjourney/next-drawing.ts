import type { MidjourneyRow } from '../../../money/accounting/task-tables.ts'
import { timeoutReason } from '../timeout-reason.ts'
import type { DrawingAnswer } from './read-drawing.ts'

/** The fields of a stored task that the next state depends on. */
export type OpenDrawing = Pick<MidjourneyRow, 'status' | 'progress' | 'submit_time' | 'image_url' | 'prompt'>

export interface DrawingChange {
  failed: boolean
  set: Partial<Omit<DrawingAnswer, 'mj_id'>>
}

const DONE = '100%'
/** Progress of an unfinished task stays below 100. */
const MAX_OPEN_PERCENT = 99
/** The order of a task's states; an unlisted state ranks like a submitted task. */
const RANKS: Record<string, number> = { '': 0, NOT_START: 0, SUBMITTED: 1, MODAL: 1, IN_PROGRESS: 2 }
const CANCELLED = /^CANCEL/

/** Returns the change of an unfinished task; undefined = nothing new. `now`: Unix milliseconds. */
export function nextDrawing(
  row: OpenDrawing,
  answer: DrawingAnswer | undefined,
  now: number,
  answered = true,
): DrawingChange | undefined {
  const over = answer && ended(row, answer, now)
  if (over) return over
  const late = timeoutReason(now - row.submit_time, answered)
  if (late) return failedDrawing(late, now)
  return answer && progressed(row, answer)
}

/** Fails a task without an answer of its platform. */
export function failedDrawing(reason: string, now: number): DrawingChange {
  return { failed: true, set: { status: 'FAILURE', progress: DONE, fail_reason: reason, finish_time: now } }
}

function ended(row: OpenDrawing, answer: DrawingAnswer, now: number): DrawingChange | undefined {
  const finish_time = answer.finish_time || now
  if (answer.status === 'FAILURE' || CANCELLED.test(answer.status) || (answer.fail_reason && !isDone(answer))) {
    const fail_reason = answer.fail_reason || answer.status
    return {
      failed: true,
      set: { ...changedFields(row, answer), status: 'FAILURE', progress: DONE, fail_reason, finish_time },
    }
  }
  if (answer.status !== 'SUCCESS') return undefined
  return { failed: false, set: { ...changedFields(row, answer), status: 'SUCCESS', progress: DONE, finish_time } }
}

/** A drawing that succeeded may have a failure reason from before. */
const isDone = ({ status, progress }: DrawingAnswer) => status === 'SUCCESS' || progress === DONE

function progressed(row: OpenDrawing, answer: DrawingAnswer): DrawingChange | undefined {
  const progress = `${Math.min(MAX_OPEN_PERCENT, percent(answer.progress))}%`
  const ahead = rank(answer.status) - rank(row.status)
  const further = percent(progress) - percent(row.progress)
  const isBehind = ahead < 0 || (ahead === 0 && further < 0)
  const isSame = answer.status === row.status && further === 0 && answer.image_url === row.image_url
  if (isBehind || isSame) return undefined
  return { failed: false, set: { ...changedFields(row, answer), status: answer.status, progress } }
}

/**
 * Returns the fields that an answer changes. Missing fields stay unchanged. The prompt is the caller's, unless the
 * task was to find one.
 */
function changedFields(row: OpenDrawing, answer: DrawingAnswer): DrawingChange['set'] {
  const { mj_id: _id, status: _status, progress: _progress, prompt, ...rest } = answer
  const known = Object.entries({ ...rest, ...(row.prompt ? {} : { prompt }) }).filter(([, value]) => value)
  return Object.fromEntries(known)
}

const rank = (status: string) => RANKS[status] ?? 1
const percent = (progress: string) => {
  const number = Number.parseFloat(progress)
  return number >= 0 && number <= 100 ? number : 0
}
