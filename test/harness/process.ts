import { serverProgram } from './program.ts'

/** Sends a console call as the logged-in user; answers the envelope's data or throws its message. */
export interface ConsoleSession {
  send(method: string, path: string, body?: unknown): Promise<unknown>
}

/** The server as an operator runs it: a process of its own. */
export interface ServerProcess {
  url: string
  pid: number
  login(username?: string, password?: string): Promise<ConsoleSession>
  /** Ends it without a warning, as a power cut would. */
  kill(): Promise<void>
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>
}

const ADDRESS = /listens on (http:\S+)/

/** Starts the built program, or another command, on a data folder; resolves when it listens, on a port of its own choice. */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  command?: string[],
): Promise<ServerProcess> {
  const child = Bun.spawn(command ?? [await serverProgram()], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const url = await addressOf(child.stdout)
  return {
    url,
    pid: child.pid,
    login: (username = 'root', password = '123456') => login(url, username, password),
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
    async stop() {
      child.kill('SIGTERM')
      const status = await child.exited
      if (status !== 0) throw new Error(`the server stopped with status ${status}`)
    },
  }
}

async function addressOf(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += Buffer.from(chunk).toString()
    const url = ADDRESS.exec(text)?.[1]
    if (url) return url
  }
  throw new Error(`the server did not start: ${text}`)
}

async function login(url: string, username: string, password: string): Promise<ConsoleSession> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { data } = (await response.json()) as { data: { id: number } }
  const headers = { cookie, 'new-api-user': String(data.id), 'content-type': 'application/json' }
  return {
    async send(method, path, body) {
      const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const envelope = (await answer.json()) as { success: boolean; message: string; data?: unknown }
      if (!envelope.success) throw new Error(envelope.message)
      return envelope.data
    },
  }
}
