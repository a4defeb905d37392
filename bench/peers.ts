import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, type StartOptions, startProcess } from './process.ts'
import { BODIES } from './scenarios.ts'
import type { Skipped, StartTarget, Target } from './target.ts'

/** Gateways of others are built from sources, or have hundreds of dependencies. */
const INSTALL_MS = 900_000

/** The folder of a gateway of others, which stays for the next run. */
export const peerFolder = (name: string) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'switchyard-bench', name)

/** Runs the commands that install something into a folder; where one fails, nothing is left of it. */
export async function installInto(folder: string, commands: readonly string[][], env: Record<string, string> = {}) {
  mkdirSync(folder, { recursive: true })
  for (const command of commands) {
    const options = { cwd: folder, env: { ...process.env, ...env }, stdout: 'ignore', stderr: 'ignore' } as const
    if ((await statusOf(command, options)) !== 0) return rmSync(folder, { recursive: true, force: true })
  }
}

async function statusOf(command: readonly string[], options: Bun.Spawn.OptionsObject<'ignore', 'ignore', 'ignore'>) {
  try {
    return await Bun.spawn([...command], { ...options, timeout: INSTALL_MS }).exited
  } catch {
    // There is no such program.
    return 1
  }
}

/** Starts a gateway of others; one that does not start is left out of the table. */
export async function startPeer(
  name: string,
  command: string,
  args: string[],
  options: StartOptions,
): Promise<RunningProcess | Skipped> {
  try {
    return await startProcess(command, args, options)
  } catch (error) {
    return { name, reason: `it did not start: ${lastLine(String(error).replace(/^.*? did not start: /s, ''))}` }
  }
}

/** Starts a gateway of others; one that does not answer a call and a stream as the upstream does is left out. */
export async function startUsable(start: StartTarget, upstreamPort: number): Promise<Target | Skipped> {
  const target = await start(upstreamPort)
  if ('reason' in target) return target
  for (const [body, expected] of [
    [BODIES.small, '"choices"'],
    [BODIES.stream, '[DONE]'],
  ] as const) {
    const url = `http://127.0.0.1:${target.port}/v1/chat/completions`
    const text = await fetch(url, { method: 'POST', headers: target.headers, body: modelOf(target, body) })
      .then((answer) => answer.text())
      .catch(String)
    if (text.includes(expected)) continue
    await target.stop()
    return { name: target.name, reason: `it answers ${lastLine(text)}` }
  }
  return target
}

/** A body for a target that wants the vendor before the names of models. */
export const modelOf = ({ modelPrefix = '' }: Pick<Target, 'modelPrefix'>, body: string) =>
  modelPrefix ? body.replace('"model":"', `"model":"${modelPrefix}`) : body

const lastLine = (text: string) => (text.trim().split('\n').at(-1) ?? '').slice(0, 200)
