import type { Log } from '#contract/api/logs.ts'
import { LOG_TYPE, type LogType } from '#contract/statuses.ts'
import { COLOURS, type TagColour } from '#web/ui/tag-colour.ts'

/** Colour of each kind of row; unknown kinds are grey. */
export const TYPE_COLOUR: Record<LogType, TagColour> = { 0: 'grey', 1: 'cyan', 2: 'lime', 3: 'orange', 4: 'purple' }

/** The kind of a row; numbers that this console does not know count as unknown. */
export const typeOf = (type: number): LogType => (type in TYPE_COLOUR ? (type as LogType) : LOG_TYPE.unknown)

/** Rows of kind 0 are shown as calls, as in other consoles of the family. */
export const isCall = (type: number) => type === LOG_TYPE.consume || type === LOG_TYPE.unknown

/** Calls that were not served are rows of the system that name a model. */
export const isUnserved = ({ type, model_name }: Pick<Log, 'type' | 'model_name'>) =>
  type === LOG_TYPE.system && model_name !== ''

/** Whether a row tells of a call, served or not. */
export const tellsOfCall = (log: Pick<Log, 'type' | 'model_name'>) => isCall(log.type) || isUnserved(log)

/** How long a whole answer took. */
export const durationColour = (seconds: number) => speed(seconds, 101, 300)

/** How long the caller waited for the first byte. */
export const firstByteColour = (seconds: number) => speed(seconds, 3, 10)

/** What a row's marker says. */
export type Mark = 'failed' | 'slow'

const AS_IT_SHOULD: readonly (string | null)[] = [null, 'stop', 'client_abort']

/** The marker of a row: of a call that failed or broke off, or that was slow; null for all others. */
export function markOf(log: Pick<Log, 'type' | 'model_name' | 'use_time'> & { facts: Marked }): Mark | null {
  if (!tellsOfCall(log)) return null
  const { endReason, firstByteMs } = log.facts
  if (isUnserved(log) || !AS_IT_SHOULD.includes(endReason)) return 'failed'
  const isQuick = durationColour(log.use_time) === 'green' && firstByteColour((firstByteMs ?? 0) / 1000) === 'green'
  return isQuick ? null : 'slow'
}

interface Marked {
  endReason: string | null
  firstByteMs: number | null
}

/** A channel keeps its colour everywhere, by its number. */
export const channelColour = (id: number): TagColour => COLOURS[id % COLOURS.length] ?? 'grey'

function speed(seconds: number, slow: number, tooSlow: number): TagColour {
  if (seconds < slow) return 'green'
  return seconds < tooSlow ? 'orange' : 'red'
}
