import { serverProgram } from './program.ts'

/** The least that a command finds in its environment. */
const SHELL = { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp', TZ: 'UTC' }

/** Starts a command of `switchyard` as a shell would, with nothing else in its environment. */
export async function startCommand(args: string[], env: Record<string, string> = {}, input = '') {
  return Bun.spawn([await serverProgram(), ...args], {
    env: { ...SHELL, ...env },
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** Runs a command to its end; answers what it has printed, and its status. */
export async function runCommand(args: string[], env?: Record<string, string>, input?: string) {
  const child = await startCommand(args, env, input)
  const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
  const [out, err, status] = await Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  return { out, err, status }
}
