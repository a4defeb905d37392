import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client, Question, Ran } from './client.ts'

/** Asks a question and waits for the client to end. Throws with its output when it fails or takes too long. */
export async function run(client: Client, question: Question): Promise<Ran> {
  const work = join(question.home, 'work')
  const { line, env, folder = work } = client.ask(question)
  const { files = {}, env: setup } = client.setup(question)
  mkdirSync(work, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(question.home, path)), { recursive: true })
    await Bun.write(join(question.home, path), text)
  }
  const { PATH = '' } = process.env
  const child = Bun.spawn(line, {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    // The user's own settings and keys stay out of it.
    env: { PATH, HOME: question.home, TERM: 'dumb', ...setup, ...env },
    timeout: client.seconds * 1000,
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const status = await child.exited
  if (status !== 0) throw new Error(`${client.name} ended with ${status}\n${output}\n${errors}`)
  return { output, errors }
}
