import type { ImportReport } from '#contract/import/report.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../../calls/calls.ts'
import { publishChannels } from '../../../channels/publish-channels.ts'
import { withoutPasswords } from '../../../platform/audits/without-passwords.ts'
import { type Author, writeAudit } from '../../../platform/audits/write.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readExclusiveState, startExclusive } from '../../../platform/job-locks/exclusive.ts'
import type { Platform } from '../../../platform/platform.ts'
import { applyOptions } from '../../../site/settings/save.ts'
import type { PriceChoice } from '../mapping/prices.ts'
import { runImport } from '../run-import.ts'
import { isServerAddress } from '../source/addresses.ts'
import { openSource } from '../source/open-source.ts'
import type { SourceReader } from '../source/reader.ts'
import { recognise } from '../source/recognise.ts'
import { storeProgress } from './queries.ts'
import { removeUploads, uploadPath } from './uploads.ts'

export const IMPORT_JOB = 'import'

/** Rows of the log in a transaction: calls are served meanwhile. */
const LOG_PAGE = 500
const PROGRESS_MS = 1000

export interface ConsoleImport {
  address: string
  upload?: string | undefined
  logs?: string | undefined
  prices?: PriceChoice | undefined
  ignore?: string[] | undefined
  follow_deletions?: boolean | undefined
  dry_run: boolean
}

/**
 * Starts an import into the running server; one at a time on all nodes. Resolves to a promise of its end. Throws
 * import_running, import_address, import_source and import_upload_missing.
 */
export async function startImport(
  services: Platform & Calls,
  by: Author,
  request: ConsoleImport,
): Promise<{ ended: Promise<void> }> {
  if ((await readExclusiveState(services.store, IMPORT_JOB)).running) throw new ApiError('import_running')
  const readers = await openReaders(services, request)
  const close = () => Promise.all(readers.map((reader) => reader.close()))
  const started = await startExclusive(services, IMPORT_JOB, async (lost, isOurs) => {
    try {
      await run(
        services,
        by,
        request,
        readers,
        async () => !lost.aborted && !services.calls.draining && (await isOurs()),
      )
    } finally {
      await close()
    }
  })
  if (started) return started
  await close()
  throw new ApiError('import_running')
}

/** Opens what is to be read, so that a wrong address is told at once. */
async function openReaders({ config }: Platform, { address, upload, logs }: ConsoleImport): Promise<SourceReader[]> {
  for (const given of [address, logs ?? '']) {
    // Paths on the server are for the command line.
    if (given && !isServerAddress(given.trim())) throw new ApiError('import_address')
  }
  const from = address || uploadPath(config.dataDir, upload ?? '')
  const readers: SourceReader[] = []
  try {
    readers.push(await openSource(from))
    recognise(await readers[0]!.schema())
    if (logs) readers.push(await openSource(logs))
    return readers
  } catch (error) {
    for (const reader of readers) await reader.close()
    throw new ApiError('import_source', { detail: withoutPasswords((error as Error).message) })
  }
}

type GoesOn = () => Promise<boolean>

/** Thrown between two transactions when the run is to end. */
class Stopped extends Error {}

async function run(
  services: Platform & Calls,
  by: Author,
  request: ConsoleImport,
  [reader, logs]: SourceReader[],
  goesOn: GoesOn,
): Promise<void> {
  const { store, vault, log } = services
  const id = await beginRun(services, by, request)
  let shown = 0
  const progress = async (step: string, read: number) => {
    if (Date.now() - shown < PROGRESS_MS) return
    shown = Date.now()
    if (!(await goesOn())) throw new Stopped()
    await storeProgress(store.db, id, { step, read })
  }
  try {
    const { dry_run: dry, prices = 'differing', ignore = [], follow_deletions: followDeletions = false } = request
    const choice = { dry, prices, ignore, followDeletions }
    const parts = { store, vault, logs, ...choice, progress, logPage: LOG_PAGE, isServing: true }
    const report = await runImport({ ...parts, reader: reader! })
    if (!dry) await publish(services, request)
    await endRun(services, by, id, { outcome: 'done', report })
  } catch (error) {
    const stopped = error instanceof Stopped
    if (!stopped) log.error({ error: String(error) }, 'the import failed')
    if (!request.dry_run) await publish(services)
    const message = stopped ? '' : withoutPasswords((error as Error).message)
    await endRun(services, by, id, { outcome: stopped ? 'stopped' : 'failed', error: message })
  }
}

/** Uses what was imported, on all nodes. An uploaded file that was imported is not needed any more. */
async function publish(services: Platform & Calls, request?: ConsoleImport): Promise<void> {
  await applyOptions(services)
  await publishChannels(services)
  services.bus.publish({ kind: 'callers' })
  if (request && !request.address) removeUploads(services.config.dataDir)
}

async function beginRun({ store }: Platform, by: Author, { address, dry_run }: ConsoleImport): Promise<number> {
  const { id } = await store.db
    .insertInto('import_runs')
    .values({
      started_at: nowInSeconds(),
      actor_id: by.userId,
      actor_name: by.username,
      address: withoutPasswords(address),
      dry_run: Number(dry_run),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface End {
  outcome: 'done' | 'failed' | 'stopped'
  report?: ImportReport
  error?: string
}

async function endRun(
  { store }: Platform,
  by: Author,
  id: number,
  { outcome, report, error = '' }: End,
): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const text = report ? JSON.stringify(report) : ''
    await trx
      .updateTable('import_runs')
      .set({ ended_at: nowInSeconds(), outcome, error, report: text })
      .where('id', '=', id)
      .execute()
    if (report?.dry_run) return
    const kinds = report?.kinds.map(({ kind, taken, updated, left_out }) => [kind, { taken, updated, left_out }]) ?? []
    const after = { outcome, ...(report && { program: report.program, ...Object.fromEntries(kinds) }) }
    await writeAudit(trx, by, { action: 'import.create', target: { kind: 'import', id }, after })
  })
}
