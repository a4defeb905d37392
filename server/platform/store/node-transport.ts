import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { every } from '../async/ticker.ts'
import { within } from '../async/with-timeout.ts'
import { RELOADED_AFTER_GAP, type Transport } from './bus.ts'
import { CHANGES_CONNECTION_NAME } from './running-nodes.ts'

const CHANNEL = 'switchyard_changes'
const NOTIFY = 'select pg_notify($1, message) from unnest($2::text[]) as message'
const CONNECT_TIMEOUT_MS = 5000
/** How often a node notifies itself, and how long the notification may take. */
const PING_MS = 10_000
const NOT_NOTIFIED =
  'the database passes no notifications: connect to it directly, not through a pooler of transactions'
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
 * reopened forever, and so is one that passes no notifications, as behind a pooler of transactions: with each connection a
 * node reads again what it holds. Connections with the usual `name` count as nodes.
 */
export function openNodeTransport(
  databaseUrl: string,
  onError: (error: Error) => void,
  { name = CHANGES_CONNECTION_NAME, pingMs = PING_MS } = {},
): Transport {
  const self = randomUUID()
  const outbox = createOutbox(self)
  const queries = createQueryOrder()
  let listener: (message: string) => void = () => {}
  let connection: Connection | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let isNotified = true

  async function connect(): Promise<void> {
    const fresh = createConnection({ databaseUrl, name }, receive, reconnect)
    try {
      await fresh.client.connect()
      await fresh.client.query(`listen ${CHANNEL}`)
    } catch (error) {
      return fresh.lose(error as Error)
    }
    if (closed) return void fresh.client.end()
    connection = fresh
    for (const change of RELOADED_AFTER_GAP) listener(JSON.stringify(change))
    sendQueued()
    isNotified = true
  }

  function receive(payload: string): void {
    const start = payload.indexOf('{')
    if (payload.startsWith(self)) isNotified = true
    else if (start >= 0) listener(payload.slice(start))
  }

  function reconnect({ client }: Connection, error: Error | undefined): void {
    connection = undefined
    if (closed) return
    if (error) onError(error)
    void client.end().catch(() => {})
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), RETRY_MS)
  }

  /** Gives a connection up that was dropped silently, or that passes no notifications. */
  async function ping(): Promise<void> {
    const pinged = connection
    try {
      if (!isNotified) throw new Error(NOT_NOTIFIED)
      isNotified = false
      if (pinged) await within(pingMs, notifySelf(pinged))
    } catch (error) {
      pinged?.lose(error as Error)
    }
  }
  const stopPinging = every(pingMs, ping)
  const notifySelf = ({ client }: Connection) => queries.run(() => client.query(NOTIFY, [CHANNEL, [self]]))

  function sendQueued(): void {
    queries.run(async () => connection && outbox.sendAll(connection.client)).catch(onError)
  }

  return {
    send(message) {
      outbox.add(message)
      sendQueued()
    },
    onMessage(told) {
      listener = told
      void connect()
    },
    async close() {
      closed = true
      void stopPinging()
      clearTimeout(timer)
      await within(CLOSE_TIMEOUT_MS, queries.last()).catch(() => {})
      await connection?.client.end().catch(() => {})
    },
  }
}

interface Connection {
  client: pg.Client
  /** Gives the connection up, at most once. */
  lose(error?: Error): void
}

/** Creates a client that is still to be connected. `onLost` is called once, when its connection fails or is gone. */
function createConnection(
  { databaseUrl, name }: { databaseUrl: string; name: string },
  onPayload: (payload: string) => void,
  onLost: (connection: Connection, error: Error | undefined) => void,
): Connection {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: name,
  })
  let isLost = false
  const connection: Connection = {
    client,
    lose(error) {
      if (isLost) return
      isLost = true
      client.removeAllListeners('notification')
      onLost(connection, error)
    },
  }
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  client.on('error', connection.lose)
  client.on('end', () => connection.lose())
  return connection
}

/**
 * Messages that the database has not confirmed, the oldest first. Those sent on a connection that broke may not have
 * arrived, so they are sent again.
 */
function createOutbox(self: string) {
  const queued: string[] = []
  return {
    add(message: string): void {
      if (queued.length < MAX_QUEUED) queued.push(message)
    },
    async sendAll(client: pg.Client): Promise<void> {
      const messages = [...queued]
      if (messages.length === 0) return
      await client.query(NOTIFY, [CHANNEL, messages.map((message) => `${self} ${message}`)])
      queued.splice(0, messages.length)
    },
  }
}

/** Runs queries one at a time, because the library supports no more on a connection. */
function createQueryOrder() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run<T>(query: () => Promise<T>): Promise<T> {
      const result = last.then(query)
      last = result.catch(() => {})
      return result
    },
    /** Resolves after the query that was asked for last. */
    last: () => last,
  }
}
