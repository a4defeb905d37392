import type { Log } from '#contract/api/logs.ts'
import { LOG_TYPE, type LogType } from '#contract/statuses.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'

/** Returns the type of a row; numbers without an entry count as unknown. */
export const typeOf = (type: number): LogType =>
  Object.values(LOG_TYPE).find((known) => known === type) ?? LOG_TYPE.unknown

/** Rows of type 0 are shown as calls, as in compatible consoles. */
export const isCall = (type: number) => type === LOG_TYPE.consume || type === LOG_TYPE.unknown

/** Failed calls are system rows with a model. */
export const isUnserved = ({ type, model_name }: Pick<Log, 'type' | 'model_name'>) =>
  type === LOG_TYPE.system && model_name !== ''

/** Returns whether a row is about a call, served or failed. */
export const tellsOfCall = (log: Pick<Log, 'type' | 'model_name'>) => isCall(log.type) || isUnserved(log)

/** Returns the colour of a call's duration in seconds. */
export const durationColour = (seconds: number) => speed(seconds, 101, 300)

/** Returns the colour of the time to the first byte in seconds. */
export const firstByteColour = (seconds: number) => speed(seconds, 3, 10)

/** The markers of a row. */
export type Mark = 'failed' | 'slow'

const AS_IT_SHOULD: readonly (string | null)[] = [null, 'stop', 'client_abort']

/** Returns the marker of a row: failed (or aborted) or slow; null for all others. */
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

function speed(seconds: number, slow: number, tooSlow: number): TagColour {
  if (seconds < slow) return 'green'
  return seconds < tooSlow ? 'orange' : 'red'
}
