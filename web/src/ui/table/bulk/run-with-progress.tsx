import { lazy } from 'react'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { translateText } from '#web/lib/texts.ts'
import { openOverlay } from '../../overlay/overlay.tsx'
import { createProgress } from './progress.ts'
import { runAll } from './run-all.ts'

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
  const stopped = translateText('table:progress.stopped')
  const refused = rows.flatMap(({ id }) => (succeeded.has(id) ? [] : { id, message: messages.get(id) ?? stopped }))
  return { done, refused }
}
