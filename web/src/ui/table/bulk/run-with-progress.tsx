import i18next from 'i18next'
import { lazy } from 'react'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { openOverlay } from '../../overlay/overlay.tsx'
import { createProgress } from './progress.ts'

const ProgressDialog = lazy(() => import('./progress-dialog.tsx'))

/** Shorter operations show no dialog. */
const SHOW_MS = 300
const AT_ONCE = 4

/** Result of an action on many rows. */
export interface EachOutcome<Row> extends Pick<StatusOutcome, 'refused'> {
  done: Row[]
}

/**
 * Runs an action with one call per row, where the server has no batch call. Long runs show progress and can be
 * stopped; rows not started count as refused. Never rejects.
 */
export async function oneByOne<Row extends { id: number }>(
  rows: readonly Row[],
  title: string,
  act: (row: Row) => Promise<unknown>,
): Promise<EachOutcome<Row>> {
  const progress = createProgress(rows.length)
  const stop = new AbortController()
  const messages = new Map<number, string>()
  let close: (() => void) | undefined
  const show = () =>
    openOverlay<void>((end) => {
      close = end
      return <ProgressDialog title={title} progress={progress} onStop={() => stop.abort()} />
    })
  const timer = setTimeout(() => void show(), SHOW_MS)
  const attempt = async (row: Row) => {
    try {
      await act(row)
    } catch (error) {
      messages.set(row.id, error instanceof Error ? error.message : String(error))
      throw error
    } finally {
      progress.advance()
    }
  }
  const { done } = await runAll(rows, attempt, AT_ONCE, stop.signal)
  clearTimeout(timer)
  close?.()
  const succeeded = new Set(done.map(({ id }) => id))
  const stopped = i18next.t('table:progress.stopped')
  const refused = rows.flatMap(({ id }) => (succeeded.has(id) ? [] : { id, message: messages.get(id) ?? stopped }))
  return { done, refused }
}

export interface Outcome<T> {
  done: T[]
  failed: T[]
  /** Error of the first failure; "" = none. */
  message: string
}

/**
 * Runs an action on many rows with limited concurrency, and continues after failures. Once `stop` is aborted, no
 * further row begins. Never rejects.
 */
export async function runAll<T>(
  rows: readonly T[],
  act: (row: T) => Promise<unknown>,
  atOnce = 4,
  stop?: AbortSignal,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failed: [], message: '' }
  const queue = [...rows]
  async function work() {
    for (let row = queue.shift(); row !== undefined && !stop?.aborted; row = queue.shift()) {
      try {
        await act(row)
        outcome.done.push(row)
      } catch (error) {
        outcome.failed.push(row)
        outcome.message ||= error instanceof Error ? error.message : String(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcome
}
