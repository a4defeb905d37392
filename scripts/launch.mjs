// The commands of package.json. Needs nothing but Node ≥ 20 and npm: whatever is missing is installed or built first.
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram, buildWeb, ensureInstalled, ensureServer, ensureWeb } from './prepare.mjs'
import { become, bun, node, npm, root, run, runAll, runMeasured, tool } from './run.mjs'
import { putStarter } from './starter.mjs'
import { costs } from './test-report.mjs'
import { runTests } from './test-stages.mjs'

const commands = {
  /** Builds what `npm start` runs. */
  async prestart() {
    await ensureWeb()
    putStarter(await ensureServer())
  },

  /** Runs the server on embedded SQLite, or on what the environment says. */
  async start() {
    await ensureWeb()
    await become([await ensureServer()])
  },

  /** A throw-away server with fake upstreams, users, tokens and a day of traffic. */
  async demo(...args) {
    await ensureWeb()
    await run(bun('scripts/demo/main.ts', ...args))
  },

  /** Server and web with reload, on the demo's data. */
  async dev() {
    // One folder for all reloads, which the demo removes in the end.
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-demo-'))
    const demo = bun('--watch', 'scripts/demo/main.ts', '--port', '3100', '--folder', folder)
    const vite = tool('vite', 'web', '--port', '3000')
    await runAll([demo, vite], { API_URL: 'http://127.0.0.1:3100' })
  },

  /** What a developer runs before a commit: every kind of test, the browser included. */
  test: () => runTests('quick'),

  /** What CI runs: all tests, and PostgreSQL where it can differ. */
  'test:all': () => runTests('all'),

  /** Every combination at full size, programs of callers, the program that `build` makes. */
  'test:nightly': () => runTests('nightly'),

  /** Programs of callers, installed from their registries; all, or those that are named. */
  async 'test:clients'(...names) {
    const all = readdirSync('test/clients').flatMap((file) => /^(.+)\.client\.ts$/.exec(file)?.[1] ?? [])
    const unknown = names.find((name) => !all.includes(name))
    if (unknown) {
      console.error(`Unknown client "${unknown}". Available: ${all.join(', ')}`)
      process.exit(2)
    }
    const files = (names.length > 0 ? names : all).map((name) => `./test/clients/${name}.client.ts`)
    await run(bun('test', '--timeout', '180000', ...files))
  },

  /** Types, lint, format and the rules of the codebase. */
  async check() {
    const stages = [
      ['routes', node('scripts/routes.mjs')],
      // Several checkers build the same types each for itself, and small heaps are collected often: one checker takes half the CPU.
      ['types', tool('tsc', '-p', '.', '--checkers', '1'), { GOGC: '400' }],
      ['lint', tool('biome', 'check', '.')],
      ['rules', bun('test', '--only-failures', 'test/codebase')],
    ]
    const results = []
    for (const stage of stages) results.push(await runMeasured(...stage))
    console.log(['', ...costs(results)].join('\n'))
    if (results.some(({ failed }) => failed)) process.exit(1)
  },

  async bench(...args) {
    await ensureWeb()
    await run(bun('bench/main.ts', '--server', await ensureServer(), ...args))
  },

  /** A mixed load for some minutes, with memory, descriptors, delays and books. */
  async soak(...args) {
    await ensureWeb()
    await run(bun('bench/soak/main.ts', '--server', await ensureServer(), ...args))
  },

  /** dist/switchyard: one file that needs only the folder dist/web beside it. */
  async build() {
    await buildWeb()
    await buildProgram()
  },

  'reset-password': (...args) => run(bun('server/tools/reset-password/main.ts', ...args)),

  import: (...args) => run(bun('server/tools/import/main.ts', ...args)),

  'rotate-key': () => run(bun('server/tools/rotate-key/main.ts')),

  'repair-journal': (...args) => run(bun('server/tools/command-line/main.ts', 'repair-journal', ...args)),
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`Unknown command "${name}". Available: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
process.chdir(root)
await ensureInstalled(npm)
await command(...args)
