import type { MidjourneyRow } from '../../store/tables.ts'
import { ageVerdict } from '../ages.ts'
import type { DrawingAnswer } from './read-drawing.ts'

/** What of a stored task the next state depends on. */
export type OpenDrawing = Pick<MidjourneyRow, 'status' | 'progress' | 'submit_time' | 'image_url' | 'prompt'>

export interface DrawingChange {
  failed: boolean
  set: Partial<Omit<DrawingAnswer, 'mj_id'>>
}

const DONE = '100%'
/** A task that is not over never says so. */
const ALMOST = 99
/** The order in which a task goes through its states; what is not in here is as far as a task that was submitted. */
const RANKS: Record<string, number> = { '': 0, NOT_START: 0, SUBMITTED: 1, MODAL: 1, IN_PROGRESS: 2 }
const CANCELLED = /^CANCEL/

/** What becomes of a task that is not over; undefined = nothing new. `now`: Unix milliseconds. */
export function nextDrawing(
  row: OpenDrawing,
  answer: DrawingAnswer | undefined,
  now: number,
  answered = true,
): DrawingChange | undefined {
  const over = answer && ended(row, answer, now)
  if (over) return over
  const late = ageVerdict(now - row.submit_time, answered)
  if (late) return failedDrawing(late, now)
  return answer && moved(row, answer)
}

/** A task that ends without a word of its platform. */
export function failedDrawing(reason: string, now: number): DrawingChange {
  return { failed: true, set: { status: 'FAILURE', progress: DONE, fail_reason: reason, finish_time: now } }
}

function ended(row: OpenDrawing, answer: DrawingAnswer, now: number): DrawingChange | undefined {
  const finish_time = answer.finish_time || now
  if (answer.status === 'FAILURE' || CANCELLED.test(answer.status) || (answer.fail_reason && !isDone(answer))) {
    const fail_reason = answer.fail_reason || answer.status
    return { failed: true, set: { ...told(row, answer), status: 'FAILURE', progress: DONE, fail_reason, finish_time } }
  }
  if (answer.status !== 'SUCCESS') return undefined
  return { failed: false, set: { ...told(row, answer), status: 'SUCCESS', progress: DONE, finish_time } }
}

/** A picture that failed in the end may have a reason from before. */
const isDone = ({ status, progress }: DrawingAnswer) => status === 'SUCCESS' || progress === DONE

function moved(row: OpenDrawing, answer: DrawingAnswer): DrawingChange | undefined {
  const progress = `${Math.min(ALMOST, percent(answer.progress))}%`
  const ahead = rank(answer.status) - rank(row.status)
  const further = percent(progress) - percent(row.progress)
  const isBehind = ahead < 0 || (ahead === 0 && further < 0)
  const isSame = answer.status === row.status && further === 0 && answer.image_url === row.image_url
  if (isBehind || isSame) return undefined
  return { failed: false, set: { ...told(row, answer), status: answer.status, progress } }
}

/** What an answer leaves out stays as it is. The prompt is the caller's, unless the task was to find one. */
function told(row: OpenDrawing, answer: DrawingAnswer): DrawingChange['set'] {
  const { mj_id: _id, status: _status, progress: _progress, prompt, ...rest } = answer
  const known = Object.entries({ ...rest, ...(row.prompt ? {} : { prompt }) }).filter(([, value]) => value)
  return Object.fromEntries(known)
}

const rank = (status: string) => RANKS[status] ?? 1
const percent = (progress: string) => {
  const number = Number.parseFloat(progress)
  return number >= 0 && number <= 100 ? number : 0
}
