import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from '#test/harness/until.ts'
import { countTrip, NOTE, withNotes } from './notes.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'trip-test-'))
})
afterAll(() => rmSync(root, { recursive: true }))

test('counts different files and functions, however often they are entered', () => {
  expect(countTrip(['a.ts:one', 'b/c.ts:two', 'a.ts:one', 'a.ts:three'])).toEqual({ files: 2, functions: 3 })
  expect(countTrip([])).toEqual({ files: 0, functions: 0 })
})

/** Runs noted code and returns what it exports as `result`, and the notes. */
async function run(name: string, code: string): Promise<{ result: unknown; notes: string[] }> {
  const file = join(root, name)
  writeFileSync(file, withNotes('f.ts', code))
  const notes: string[] = []
  Object.assign(globalThis, { [NOTE]: (note: string) => notes.push(note) })
  try {
    const { result } = await import(file)
    return { result, notes }
  } finally {
    Object.assign(globalThis, { [NOTE]: undefined })
  }
}

test('every kind of function notes that it was entered, and does what it did', async () => {
  const { result, notes } = await run(
    'kinds.ts',
    `// 中文 😀 before the code
class Base { constructor(readonly seed: number) {} }
class Child extends Base {
  #own = 1
  constructor(readonly more: number) { super(40); this.#own += more }
  get own(): number { return this.#own + this.seed }
  static *pieces() { yield 'a' }
}
const object = (x: number) => ({ x })
const nested = (a: number) => (b: number) => a + b
const table = { 'with a name': () => 1, method() { return 2 } }
async function later<T>(value: T): Promise<T> { return value }
const never = () => 0
export const result = [new Child(1).own, [...Child.pieces()], object(3), nested(1)(2), table['with a name'](), table.method(), await later(6), [7].map((n) => n)]`,
  )
  expect(result).toEqual([42, ['a'], { x: 3 }, 3, 1, 2, 6, [7]])
  const names = ['constructor', 'own', 'pieces', 'object', 'nested', 'with a name', 'method', 'later', 'result']
  expect([...new Set(notes)].sort()).toEqual(names.map((name) => `f.ts:${name}`).sort())
})

test('a program of sources notes what it enters between two signals', async () => {
  const files = {
    'product/main.ts': `import { used } from './deep/used.ts'
process.stdin.on('data', () => { used(); console.log('done') })
console.log('ready')`,
    'product/deep/used.ts': `import { outside } from '../../other/outside.ts'
export const used = () => outside(inner())
function inner() { return 1 }
export function unused() {}`,
    'other/outside.ts': 'export const outside = (n: number) => n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const command = [
    process.execPath,
    '--preload',
    join(import.meta.dirname, 'preload.ts'),
    join(root, 'product/main.ts'),
  ]
  const env = { ...process.env, TRIP_ROOT: root, TRIP_FOLDERS: 'product,absent', TRIP_OUT: root }
  const child = Bun.spawn(command, { env, stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  try {
    const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
    const hear = async (word: string) => {
      for (let text = ''; !text.includes(word); ) {
        const { value, done } = await said.read()
        if (done) throw new Error(`the program ended before it said ${word}`)
        text += value
      }
    }
    const signal = async (file: string) => {
      child.kill('SIGUSR2')
      await until(() => Bun.file(join(root, file)).exists())
    }
    await hear('ready')
    await signal('0')
    child.stdin.write('go')
    child.stdin.flush()
    await hear('done')
    await signal('1')
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
  const notes = readFileSync(join(root, '1'), 'utf8').split('\n')
  expect(notes).toEqual(['product/main.ts:(nameless)', 'product/deep/used.ts:used', 'product/deep/used.ts:inner'])
  expect(countTrip(notes)).toEqual({ files: 2, functions: 3 })
})
