import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { within } from '../async/with-timeout.ts'
import { MAY_BE_MISSED, type Transport } from './bus.ts'
import { CHANGES } from './running-nodes.ts'

const CHANNEL = 'switchyard_changes'
const NOTIFY = 'select pg_notify($1, message) from unnest($2::text[]) as message'
const CONNECT_MS = 5000
/** How often the connection is asked whether it lives, and how long it may take to say so. */
const PULSE_MS = 10_000
const RETRY_MS = 1000
/** Messages kept while the connection is lost: without their database nodes change next to nothing. */
const MAX_WAITING = 10_000
/** How long a stop waits for what is on its way. */
const CLOSE_MS = 1000

/**
 * Carries changes between nodes over the database that they share (LISTEN and NOTIFY of PostgreSQL). A lost connection is
 * made again for ever. A pooler in front that hands a connection on after each transaction lets nothing through.
 */
export function notifyTransport(databaseUrl: string, onError: (error: Error) => void): Transport {
  const self = randomUUID()
  /** What the database has not said yes to, the oldest first: it may have been sent on a connection that was broken. */
  const waiting: string[] = []
  let listener: (message: string) => void = () => {}
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** One question at a time, which is all that the library takes on a connection. */
  let asking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: CHANGES,
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
    for (const change of MAY_BE_MISSED) listener(JSON.stringify(change))
    notifyWaiting()
    feelPulse(fresh, lost)
  }

  /** A connection that a network has forgotten would be deaf without a word. */
  function feelPulse(of: pg.Client, lost: (error: Error) => void): void {
    timer = setTimeout(async () => {
      try {
        await within(
          PULSE_MS,
          inTurn(() => of.query('select 1')),
        )
        if (client === of && !closed) feelPulse(of, lost)
      } catch (error) {
        lost(error as Error)
      }
    }, PULSE_MS).unref()
  }

  /** Sends all that waits. Of what a broken connection took, nobody knows whether it came: it is sent again. */
  function notifyWaiting(): void {
    inTurn(async () => {
      const messages = [...waiting]
      if (!client || messages.length === 0) return
      await client.query(NOTIFY, [CHANNEL, messages.map((message) => `${self} ${message}`)])
      waiting.splice(0, messages.length)
    }).catch(onError)
  }

  function inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const asked = asking.then(ask)
    asking = asked.catch(() => {})
    return asked
  }

  return {
    send(message) {
      if (waiting.length < MAX_WAITING) waiting.push(message)
      notifyWaiting()
    },
    onMessage(told) {
      listener = told
      void connect()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await within(CLOSE_MS, asking).catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
