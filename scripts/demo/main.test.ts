import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the demo says when it is started with a port. */
async function saidWith(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...environment }
  const demo = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts'), ...args], { env, stderr: 'pipe' })
  const said = await new Response(demo.stderr).text()
  expect(await demo.exited).toBe(1)
  return said.trim()
}

test('a wrong port, folder or language is refused in one sentence', async () => {
  const wrong = (port: string) => `The demo cannot start. Error: PORT must be an integer from 0 to 65535, not "${port}"`
  expect(await saidWith({ PORT: 'abc' })).toBe(wrong('abc'))
  expect(await saidWith({ PORT: '0' }, '--port', '70000')).toBe(wrong('70000'))
  const language = 'The demo cannot start. Error: --language must be en or zh, not "fr"'
  expect(await saidWith({ PORT: '0' }, '--language', 'fr')).toBe(language)
  expect(await saidWith({ PORT: '0' }, '--folder', '/nonexistent-data')).toContain('--folder must be named')
})

test('the data goes when it is stopped, also by two signals at once, and a folder of its own begins empty', async () => {
  const root = await mkdtemp(join(tmpdir(), 'switchyard-demo-test-'))
  const folder = join(root, 'switchyard-demo-data')
  // What a reload leaves: the process is replaced without a word to it.
  await mkdir(folder)
  await writeFile(join(folder, 'switchyard.db'), 'no database')
  const demo = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts'), '--port', '0', '--folder', folder], {
    env: { ...process.env, TMPDIR: root },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  for await (const part of demo.stdout) {
    said += Buffer.from(part).toString()
    if (said.includes('Try a call')) break
  }
  expect(said).toContain(folder)
  demo.kill('SIGTERM')
  await Bun.sleep(1)
  demo.kill('SIGTERM')
  expect(await demo.exited).toBe(0)
  expect(await readdir(root)).toEqual([])
  await rm(root, { recursive: true })
})
