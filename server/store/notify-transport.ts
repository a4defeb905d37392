import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { within } from '../async/with-timeout.ts'
import { RELOADED_AFTER_GAP, type Transport } from './bus.ts'
import { CHANGES_CONNECTION_NAME } from './running-nodes.ts'

const CHANNEL = 'switchyard_changes'
const NOTIFY = 'select pg_notify($1, message) from unnest($2::text[]) as message'
const CONNECT_TIMEOUT_MS = 5000
/** How often the connection is pinged, and how long the reply may take. */
const PING_MS = 10_000
const RETRY_MS = 1000
/**
 * Maximum number of messages kept while the connection is lost: without their database, nodes change next to
 * nothing.
 */
const MAX_QUEUED = 10_000
/** How long a stop waits for messages in flight. */
const CLOSE_TIMEOUT_MS = 1000

/**
 * Carries changes between nodes over their shared database (LISTEN and NOTIFY of PostgreSQL). A lost connection is
 * reopened forever. A connection pooler with transaction pooling in front passes no notifications.
 */
export function notifyTransport(databaseUrl: string, onError: (error: Error) => void): Transport {
  const self = randomUUID()
  /**
   * Messages that the database has not confirmed, the oldest first. They may have been sent on a connection that
   * broke.
   */
  const queued: string[] = []
  let listener: (message: string) => void = () => {}
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** Queries run one at a time, because the library supports no more on a connection. */
  let lastQuery: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: CHANGES_CONNECTION_NAME,
    })
    const lost = (error?: Error) => {
      if (fresh.listenerCount('notification') === 0) return
      fresh.removeAllListeners('notification')
      client = undefined
      if (closed) return
      if (error) onError(error)
      void fresh.end().catch(() => {})
      clearTimeout(timer)
      timer = setTimeout(() => void connect(), RETRY_MS)
    }
    fresh.on('notification', ({ payload = '' }) => {
      const split = payload.indexOf(' ')
      if (payload.slice(0, split) !== self) listener(payload.slice(split + 1))
    })
    fresh.on('error', lost)
    fresh.on('end', () => lost())
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      return lost(error as Error)
    }
    if (closed) return void fresh.end()
    client = fresh
    for (const change of RELOADED_AFTER_GAP) listener(JSON.stringify(change))
    sendQueued()
    schedulePing(fresh, lost)
  }

  /** Detects a connection that the network has dropped silently. */
  function schedulePing(of: pg.Client, lost: (error: Error) => void): void {
    timer = setTimeout(async () => {
      try {
        await within(
          PING_MS,
          inOrder(() => of.query('select 1')),
        )
        if (client === of && !closed) schedulePing(of, lost)
      } catch (error) {
        lost(error as Error)
      }
    }, PING_MS).unref()
  }

  /**
   * Sends all queued messages. Messages sent on a broken connection may not have arrived, so they are sent again.
   */
  function sendQueued(): void {
    inOrder(async () => {
      const messages = [...queued]
      if (!client || messages.length === 0) return
      await client.query(NOTIFY, [CHANNEL, messages.map((message) => `${self} ${message}`)])
      queued.splice(0, messages.length)
    }).catch(onError)
  }

  function inOrder<T>(ask: () => Promise<T>): Promise<T> {
    const asked = lastQuery.then(ask)
    lastQuery = asked.catch(() => {})
    return asked
  }

  return {
    send(message) {
      if (queued.length < MAX_QUEUED) queued.push(message)
      sendQueued()
    },
    onMessage(told) {
      listener = told
      void connect()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await within(CLOSE_TIMEOUT_MS, lastQuery).catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
