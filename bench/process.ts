import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** How a server is started: a separate program, or sources, into which `preload` is loaded first. */
export const commandOf = (server: string, preload?: string): [string, string[]] =>
  server.endsWith('.ts') ? [process.execPath, [...(preload ? ['--preload', preload] : []), server]] : [server, []]

export interface RunningProcess {
  pid: number
  stop(): Promise<void>
}

export interface StartOptions {
  env?: Record<string, string | undefined>
  cwd?: string
  /** How long it may take to be ready; 30 seconds unless it says otherwise. */
  startMs?: number
  /** Asked again and again until it says true. */
  ready: () => Promise<boolean>
}

/** Starts a server and waits until it is ready. It ends with this process. Throws with its last words if it does not start. */
export async function startProcess(command: string, args: string[], options: StartOptions): Promise<RunningProcess> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (data: Buffer) => {
    output = (output + data).slice(-2000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([exited, Bun.sleep(3000)])
    child.kill('SIGKILL')
  }
  process.once('exit', () => child.kill('SIGKILL'))
  for (const end = Date.now() + (options.startMs ?? 30_000); Date.now() < end; await Bun.sleep(50)) {
    if (child.exitCode !== null) break
    if (child.pid && (await options.ready().catch(() => false))) return { pid: child.pid, stop }
  }
  await stop()
  throw new Error(`${command} did not start: ${output}`)
}

/** Asks a URL; any answer below 500 counts as ready. */
export function answers(url: string): () => Promise<boolean> {
  return async () => (await fetch(url, { signal: AbortSignal.timeout(1000) })).status < 500
}

/** A port that was free a moment ago. */
export function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  probe.stop(true)
  return port ?? 0
}

export interface Footprint {
  /** User and system time since start, in µs, children included. */
  cpuMicros: number
  rssBytes: number
}

/** What a process and its children have used. Source: proc(5), `/proc/[pid]/stat`; one tick is 10 ms, a page 4 KiB. */
export function footprint(pid: number): Footprint {
  const total = { cpuMicros: 0, rssBytes: 0 }
  for (const id of family(pid)) {
    const fields = statFields(id)
    // Counted from `state`, field 3: utime 14, stime 15, cutime 16, cstime 17 (ended children), rss 24.
    for (const field of [14, 15, 16, 17]) total.cpuMicros += Number(fields[field - 3] ?? 0) * 10_000
    total.rssBytes += Number(fields[24 - 3] ?? 0) * 4096
  }
  return total
}

function family(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(statFields(Number(name))[1]))
  }
  const members = [root]
  for (const member of members) {
    for (const [pid, parent] of parents) if (parent === member) members.push(pid)
  }
  return members
}

/** The fields after the command, whose name may hold spaces. Empty when the process is gone. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Threads of the runtime that compile: what they take depends on how long a process has run, not on what a call does. */
const COMPILERS = /^(?:JITWorker|JSCWarmUp)$/

/** What the threads of a process have used, in µs, by thread; without those that compile. */
export type ThreadTimes = ReadonlyMap<number, number>

/** Reads in nanoseconds what `footprint` knows in ticks. Source: Linux, sched-stats, `/proc/[pid]/task/[tid]/schedstat`. */
export function threadTimes(pid: number): ThreadTimes {
  const times = new Map<number, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const folder = `/proc/${pid}/task/${thread}`
      if (COMPILERS.test(readFileSync(`${folder}/comm`, 'utf8').trim())) continue
      times.set(Number(thread), Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1000)
    } catch {
      // The thread ended meanwhile.
    }
  }
  return times
}
