// The commands of package.json. Needs nothing but Node ≥ 20 and npm: whatever is missing is installed or built first.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpOf, readArguments, UsageError } from '../server/tools/command-line/arguments.mjs'
import { fillInNewest } from './newest-clients.mjs'
import { buildProgram, buildWeb, ensureInstalled, ensureServer, ensureWeb } from './prepare.mjs'
import { become, bun, node, npm, root, run, runAll, runMeasured, tool } from './run.mjs'
import { putStarter } from './starter.mjs'
import { costs } from './test-report.mjs'
import { runTests } from './test-stages.mjs'

/** A command of the program, which reads its arguments itself. */
const program = (name) => ({
  passes: true,
  run: (args) => run(bun('server/tools/command-line/main.ts', name, ...args)),
})

/** A script that reads its arguments itself. */
const script = (file) => ({ passes: true, run: (args) => run(bun(file, ...args)) })

const commands = {
  prestart: {
    summary: 'Builds what npm start runs',
    async run() {
      await ensureWeb()
      putStarter(await ensureServer())
    },
  },

  /** The server on embedded SQLite, or on what the environment says; with arguments, the program's command line. */
  start: {
    passes: true,
    async run(args) {
      await ensureWeb()
      await become([await ensureServer(), ...args])
    },
  },

  demo: script('scripts/demo/main.ts'),

  dev: {
    summary: "Runs server and web with reload, on the demo's data",
    async run() {
      // One folder for all reloads, which the demo removes in the end.
      const folder = mkdtempSync(join(tmpdir(), 'switchyard-demo-'))
      const demo = bun('--watch', 'scripts/demo/main.ts', '--without-console', '--port', '3100', '--folder', folder)
      const vite = tool('vite', 'web', '--port', '3000')
      await runAll([demo, vite], { API_URL: 'http://127.0.0.1:3100' })
    },
  },

  test: { summary: 'Runs every kind of test, the browser included, as before a commit', run: () => runTests('quick') },

  'test:all': { summary: 'Runs all tests, and PostgreSQL where it can differ, as CI does', run: () => runTests('all') },

  'test:nightly': {
    summary: 'Runs every combination at full size, programs of callers, and the program that build makes',
    run: () => runTests('nightly'),
  },

  'test:clients': {
    summary: 'Runs programs of callers, installed from their registries',
    arguments: [{ name: 'client', optional: true, many: true }],
    flags: { newest: { type: 'boolean', help: 'write the newest releases into their tests first' } },
    async run({ positionals: names, on }) {
      const all = readdirSync('test/clients').flatMap((file) => /^(.+)\.client\.ts$/.exec(file)?.[1] ?? [])
      const unknown = names.find((name) => !all.includes(name))
      if (unknown) throw new UsageError(`Unknown client "${unknown}". Available: ${all.join(', ')}`)
      const files = (names.length > 0 ? names : all).map((name) => `./test/clients/${name}.client.ts`)
      if (on('newest')) console.log(fillInNewest(files).join('\n') || 'Every client is at its newest release.')
      await run(bun('test', '--timeout', '180000', ...files))
    },
  },

  check: {
    summary: 'Checks types, lint, format and the rules of the codebase',
    async run() {
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
  },

  bench: script('bench/main.ts'),

  soak: script('bench/soak/main.ts'),

  build: {
    summary: 'Builds dist/switchyard: one file that needs only the folder dist/web beside it',
    async run() {
      await buildWeb()
      await buildProgram()
    },
  },

  'reset-password': program('reset-password'),
  import: program('import'),
  'rotate-key': program('rotate-key'),
  'repair-journal': program('repair-journal'),
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`Unknown command "${name}". Available: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
process.chdir(root)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const start = `npm run ${name} --`
const given = command.passes ? args : readArguments(start, command, version, args)
await ensureInstalled(npm)
try {
  await command.run(given)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${helpOf(start, command)}`)
  process.exit(2)
}
