import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { currentReader, type Reader, ReaderLeft, ReadTooLong } from './reader.ts'
import { createTurns } from './turns.ts'

/** What PostgreSQL answers when a query was cancelled, by somebody or by its time limit. */
const CANCELLED = '57014'

/**
 * A pool for reads: readers take turns, and a query is cancelled when its reader has left. Queries are cancelled
 * through connections of `others`, since all of this pool may be busy.
 */
export function fairPool(pool: pg.Pool, others: pg.Pool, size: number): PostgresPool {
  const turns = createTurns(size)
  return {
    end: () => pool.end(),
    async connect() {
      const reader = currentReader()
      await turns.begin(reader.name)
      try {
        if (reader.signal?.aborted) throw new ReaderLeft()
        return readingClient(await pool.connect(), others, reader, () => turns.end(reader.name))
      } catch (error) {
        turns.end(reader.name)
        throw error
      }
    },
  }
}

function readingClient(client: pg.PoolClient, others: pg.Pool, reader: Reader, ended: () => void): PostgresPoolClient {
  let cancelled = false

  async function query(text: string, parameters: readonly unknown[]) {
    if (reader.signal?.aborted) throw new ReaderLeft()
    let cancelling: Promise<unknown> = Promise.resolve()
    const cancel = () => {
      cancelled = true
      const { processID } = client as unknown as { processID: number }
      cancelling = others.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
    }
    reader.signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await client.query(text, [...parameters])
    } catch (error) {
      if (cancelled) throw new ReaderLeft()
      if (reader.signal && (error as { code?: string }).code === CANCELLED) throw new ReadTooLong()
      throw error
    } finally {
      reader.signal?.removeEventListener('abort', cancel)
      await cancelling
    }
  }

  return {
    query: query as unknown as PostgresPoolClient['query'],
    release() {
      // A cancellation that comes late must not meet the next query.
      client.release(cancelled)
      ended()
    },
  }
}
