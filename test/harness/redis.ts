import { freePort } from './postgres-server.ts'
import { PATIENCE_MS } from './until.ts'

/** Redis comes in no npm package: tests of what nodes share run where one is installed. */
export const hasRedis = Bun.which('redis-server') !== null

/** A Redis of our own, which stays on its port over stops and starts. */
export interface TestRedis {
  url: string
  start(): Promise<void>
  /** Ends it without a warning. */
  stop(): Promise<void>
}

/** Ends the server as soon as the standard input closes, which happens however the test process ends. */
const SUPERVISOR = `
  trap "" INT TERM HUP
  redis-server --bind 127.0.0.1 --port "$PORT" --save "" --appendonly no >/dev/null 2>&1 &
  read -r _
  kill -KILL $!
  wait $!
`

/** Starts an empty Redis that keeps nothing on disk, on a random loopback port. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let end = async () => {}
  async function start() {
    const shell = Bun.spawn(['sh', '-c', SUPERVISOR], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    shell.unref()
    end = async () => {
      shell.stdin.end()
      await shell.exited
    }
    await untilListening(port)
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => end() }
}

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await Bun.sleep(10)) {
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      socket.end()
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}
