import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../server/command-line/main.ts')

/** Runs a command of `switchyard` as a shell would, with nothing else in its environment. */
export async function runCommand(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp', TZ: 'UTC', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
  const [out, err, status] = await Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  return { out, err, status }
}
