import { connect, type Socket } from 'bun'

/** What disturbs others; comes in on the standard input as JSON. Runs until it is killed. */
export interface Disturbance {
  kind: Kind
  port: number
  /** Of calls. */
  headers: Record<string, string>
  /** Of an administrator. */
  session: Record<string, string>
}

export type Kind = keyof typeof KINDS

/** The model whose upstream answers as fast as it is read. */
export const FLOOD_MODEL = 'flood'
/** The same, of an upstream with another format. */
export const CONVERTED_MODEL = 'flood-converted'
const HUGE_BYTES = 20_000_000
const BURST_CONNECTIONS = 2000
const BURST_PAUSE_MS = 1000
const CALLERS = 16
/** A slow reader takes what one read gives it, and waits. */
const SLOW_READ_MS = 50

const question = { role: 'user', content: 'Say hello in one short sentence, please.' }
const bodyOf = (fields: object) => JSON.stringify({ model: FLOOD_MODEL, ...fields })

const KINDS = {
  async 'one fast stream'(job: Disturbance) {
    const response = await call(job, bodyOf({ stream: true, messages: [question] }))
    for await (const _ of response.body ?? []);
  },

  async 'a huge body'(job: Disturbance) {
    await (await call(job, bodyOf({ messages: longHistory() }))).text()
  },

  async 'a huge body that is converted'(job: Disturbance) {
    await (await call(job, bodyOf({ model: CONVERTED_MODEL, messages: longHistory() }))).text()
  },

  async 'slow readers'(job: Disturbance) {
    const readers = Array.from({ length: 8 }, async () => {
      const response = await call(job, bodyOf({ stream: true, messages: [question] }))
      for await (const _ of response.body ?? []) await Bun.sleep(SLOW_READ_MS)
    })
    await Promise.all(readers)
  },

  async 'a burst of 2,000 connections'(job: Disturbance) {
    const request = requestBytes(job, bodyOf({ messages: [question] }))
    await Promise.all(Array.from({ length: BURST_CONNECTIONS }, () => callOnce(job.port, request)))
    await Bun.sleep(BURST_PAUSE_MS)
  },

  async "an administrator's export"({ port, session }: Disturbance) {
    const response = await fetch(`http://127.0.0.1:${port}/api/log/export?format=csv&time_zone=UTC`, {
      headers: session,
    })
    if (response.status !== 200) throw new Error(`the export answered ${response.status}`)
    for await (const _ of response.body ?? []);
  },

  async 'settling and checkpoints'(job: Disturbance) {
    const body = bodyOf({ model: 'fake-gpt', messages: [question] })
    await Promise.all(Array.from({ length: CALLERS }, async () => (await call(job, body)).text()))
  },

  async 'a check of the books'(job: Disturbance) {
    await read(job, '/api/watchdog?fresh=true')
  },

  async 'pages of the log'(job: Disturbance) {
    await Promise.all(['/api/log?p=50&size=100', '/api/log/stat', '/api/data'].map((path) => read(job, path)))
  },
}

async function read({ port, session }: Disturbance, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: session })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('"success":true')) throw new Error(`${path}: ${text.slice(0, 200)}`)
}

function longHistory() {
  const words = 'some words of a long conversation that goes on, "quoted" and in\nlines '
  const content = words.repeat(Math.ceil(HUGE_BYTES / 50 / words.length))
  return [...Array.from({ length: 50 }, () => ({ role: 'user', content })), question]
}

export const kinds = Object.keys(KINDS) as Kind[]

async function call({ port, headers }: Disturbance, body: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', headers, body })
  if (response.status !== 200) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`)
  return response
}

function requestBytes({ port, headers }: Disturbance, body: string): Uint8Array {
  const fields = { host: `127.0.0.1:${port}`, ...headers, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST /v1/chat/completions HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Opens a connection, calls once, and closes it with the first bytes of the answer. */
function callOnce(port: number, request: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const end = (socket: Socket) => void socket.end()
    const opened = connect({
      hostname: '127.0.0.1',
      port,
      socket: { open: (socket) => void socket.write(request), data: end, close: () => resolve(), error: end },
    })
    opened.catch(() => resolve())
  })
}

if (import.meta.main) {
  const job: Disturbance = await Bun.stdin.json()
  for (;;) await KINDS[job.kind](job)
}
