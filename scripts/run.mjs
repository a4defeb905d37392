// Starts programs of this repository and passes on how they end.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCounting } from './cpu-time.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** What Bun reads before it starts. A variable that is set already counts. */
export const RUNTIME = {
  /** Outgoing calls at a time; 256 without it. */
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  /**
   * How many times its usual life compiled code is kept once it has been in use. A function that runs inside of others
   * counts as unused; let go after seconds, it would take the code of those others with it, which are compiled anew then.
   */
  BUN_JSC_codeBlockAgingLeaseMultiplier: '100000',
}
const PARENT_MS = 500

export const node = (...args) => [process.execPath, ...args]
export const npm = (...args) => [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args]
export const tool = (name, ...args) => [join(root, 'node_modules/.bin', name), ...args]
export const bun = (...args) => [bunBinary(), ...args]

/** The binary inside the npm package for this system: there without install scripts, which npm may not run. */
function bunBinary() {
  const folder = join(root, 'node_modules/@oven')
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    for (const file of ['bun', 'bun.exe']) {
      const path = join(folder, name, 'bin', file)
      if (existsSync(path)) return path
    }
  }
  return join(root, 'node_modules/.bin/bun')
}

/**
 * Runs a program to its end, in the folder of the repository unless it is told another; if it fails, so does this
 * process, with the same status and, if there is any, `advice`.
 */
export async function run([program, ...args], advice = '', cwd = root) {
  const status = await ended(start(program, args, {}, 'inherit', cwd))
  if (status === 0) return
  if (advice) console.error(advice)
  process.exit(status)
}

/**
 * Becomes a program where Node can (Linux, 22.15 and later), so that its memory and signals are the program's; elsewhere
 * runs it to its end.
 */
export async function become([program, ...args]) {
  if (process.execve && hearsEveryone()) process.execve(program, [program, ...args], { ...RUNTIME, ...process.env })
  await run([program, ...args])
}

/** Whether signals reach this process: npm sends them to its child, which is a shell where that has not left. */
function hearsEveryone() {
  if (!process.env.npm_lifecycle_event) return true
  try {
    return !/sh$/.test(readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim())
  } catch {
    return false
  }
}

/** Runs programs side by side; when one ends, the others are ended too. */
export async function runAll(programs, env = {}) {
  const children = programs.map(([program, ...args]) => start(program, args, env))
  const status = await Promise.race(children.map(ended))
  for (const child of children) child.kill()
  process.exit(status)
}

/**
 * Runs a stage with its name as a headline: a program to its end, or a function. Returns `name`, whether it `failed`, `seconds`, and
 * `cpuSeconds` of all processes that it started (undefined where they cannot be counted).
 */
export async function runMeasured(name, work, env = {}) {
  console.log(`\n── ${name}`)
  const endCounting = startCounting()
  const start = Date.now()
  const status = typeof work === 'function' ? await work() : await ended(spawned(work, env))
  return { name, failed: (status ?? 0) !== 0, seconds: (Date.now() - start) / 1000, cpuSeconds: endCounting() }
}

const spawned = ([program, ...args], env) => start(program, args, env)

function start(program, args, env = {}, stdio = 'inherit', cwd = root) {
  const child = spawn(program, args, {
    cwd,
    stdio,
    env: { ...RUNTIME, ...process.env, ...env },
  })
  // The terminal's Ctrl+C reaches the child by itself; a signal to this process alone would not.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => {})
  if (process.env.npm_lifecycle_event) endWithParent(child)
  return child
}

/** npm tells its shell to stop, and most shells end without a word to us; whoever runs us without npm may log out. */
function endWithParent(child) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    child.kill('SIGTERM')
  }, PARENT_MS)
  look.unref()
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}
