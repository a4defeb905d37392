import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { scripts, version } from '../package.json'

const ROOT = join(import.meta.dirname, '..')
const names = Object.values(scripts).flatMap((script) => /^node scripts\/launch\.mjs (\S+)$/.exec(script)?.[1] ?? [])
/** Whatever these get is read by a program, whose lines have a separate test. */
const PROGRAMS = ['reset-password', 'import', 'rotate-key', 'repair-journal']

async function launch(...line: string[]) {
  const child = Bun.spawn(['node', 'scripts/launch.mjs', ...line], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
  const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
  const [out, err, status] = await Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  return { out, err, status }
}

test.each(names)('npm run %s: what it does not know ends with status 2 and the help', async (name) => {
  const usage = PROGRAMS.includes(name) ? `Usage: switchyard ${name}` : `Usage: npm run ${name} --`
  for (const odd of ['--bogus', 'stray']) {
    if (odd === 'stray' && name === 'reset-password') continue
    const { out, err, status } = await launch(name, odd)
    expect({ odd, status, out }).toEqual({ odd, status: 2, out: '' })
    expect(err).toContain(usage)
  }
})

test.each(names)('npm run %s: --help and --version do nothing else', async (name) => {
  const { out, status } = await launch(name, '--help')
  expect({ status, usage: out.split(' [')[0]?.split(' <')[0] }).toEqual({
    status: 0,
    usage: PROGRAMS.includes(name) ? `Usage: switchyard ${name}` : `Usage: npm run ${name} --`,
  })
  expect(await launch(name, '--version')).toEqual({ out: `${version}\n`, err: '', status: 0 })
})
