import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { commands } from './commands.ts'
import { runLine } from './main.ts'

let printed: { out: string; err: string }
const streams = { out: process.stdout, err: process.stderr }
beforeEach(() => {
  printed = { out: '', err: '' }
  for (const [name, stream] of Object.entries(streams) as ['out' | 'err', NodeJS.WriteStream][]) {
    spyOn(stream, 'write').mockImplementation((text) => {
      printed[name] += text
      return true
    })
  }
})
afterEach(() => mock.restore())

/** Runs a line where there is neither a server nor a database; answers what was printed, the status and what was written. */
async function run(line: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-odd-'))
  const status = await runLine(line, { HOME: folder, DATA_DIR: join(folder, 'data') })
  return { ...printed, status, written: readdirSync(folder) }
}

/** Arguments that a command needs. */
const neededBy = (name: string) =>
  (commands.find((command) => command.name === name)?.arguments ?? []).flatMap(({ optional }) =>
    optional ? [] : ['1'],
  )

/** Each command with flags and words that it does not know: none of them does anything. */
const ODD = commands.flatMap(({ name, arguments: wanted = [], flags = {} }) => {
  const line = [...name.split(' '), ...neededBy(name)]
  const stray = wanted.some(({ many }) => many) ? [] : [[...line, ...wanted.map(() => 'x'), 'stray']]
  const typed = Object.entries(flags)
  const valueless = typed.filter(([, { type }]) => type === 'string').map(([flag]) => [...line, `--${flag}`])
  const valued = typed.filter(([, { type }]) => type === 'boolean').map(([flag]) => [...line, `--${flag}=x`])
  const unknown = ['--bogus', '--dry-runn', '-z', '--help=no', '--x=', '--bogus=1', '---'].map((odd) => [...line, odd])
  return [...unknown, ...valueless, ...valued, ...stray].map((odd) => ({ name, line: odd }))
})

test.each(ODD)('$line ends with status 2 and the help', async ({ name, line }) => {
  const { out, err, status, written } = await run(line)
  expect({ out, status, written }).toEqual({ out: '', status: 2, written: [] })
  expect(err).toContain(`Usage: switchyard ${name}`)
})

test.each(commands.map(({ name }) => ({ name })))(
  '$name: --help and --version, whatever else is there',
  async ({ name }) => {
    const line = name.split(' ')
    for (const asked of [['--help'], ['-h'], ['--bogus', '--help'], ['stray', '-h']]) {
      const { out, status, written } = await run([...line, ...asked])
      expect({ status, written }).toEqual({ status: 0, written: [] })
      expect(out).toContain(`Usage: switchyard ${name}`)
      printed.out = ''
    }
    expect(await run([...line, '--version'])).toMatchObject({ out: `${version}\n`, status: 0, written: [] })
  },
)

test.each([
  [[], 0, 'Usage: switchyard <command>'],
  [['--help'], 0, 'Usage: switchyard <command>'],
  [['help', 'users', 'create'], 0, 'Usage: switchyard users create <username>'],
  [['--version'], 0, version],
  [['nonsense'], 2, 'Unknown command "nonsense"'],
  [['--nonsense'], 2, 'Unknown command "--nonsense"'],
  [['users'], 2, 'users what? list, show'],
  [['login'], 2, 'Missing argument <url>'],
  [['import'], 2, 'Missing flag --from'],
  [['import', '--from', 'x', '--prices', 'some'], 2, '--prices is one of differing'],
])('%j ends with status %d', async (line, status, text) => {
  const result = await run(line)
  expect(result.status).toBe(status)
  expect(result.out + result.err).toContain(text)
})

test.each([[['rotate-key']], [['tokens', 'delete', '3']], [['import', '--from', 'x', '--follow-deletions']]])(
  '%j asks, and wants --yes where there is nobody',
  async (line) => {
    const { err, status, written } = await run(line)
    expect({ status, written }).toEqual({ status: 2, written: [] })
    expect(err).toContain('Give --yes')
    const { err: later } = await run([...line, '--yes'])
    expect(later.slice(err.length)).not.toContain('Give --yes')
  },
)
