/**
 * Makes the programs that run without the sources: `bun scripts/build-server.ts --bundle <folder>` puts `main.js` and
 * what it loads when needed into a folder, `--program <file>` makes one file with the runtime inside.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const SERVER = join(import.meta.dirname, '../server')

const COMMON = {
  entrypoints: [
    join(SERVER, 'main.ts'),
    join(SERVER, 'money/settle-worker.ts'),
    join(SERVER, 'store/checkpoint-worker.ts'),
    join(SERVER, 'store/reads/read-worker.ts'),
  ],
  target: 'bun',
  // All in one folder: the worker is looked for beside the file that starts it.
  root: SERVER,
  naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
} satisfies Bun.BuildConfig

/** A server that runs still loads parts of the build it was started from: so many builds stay. */
const KEPT = 3

/**
 * Bundles the server into `folder`, which is there in full or not at all; older builds beside it are removed. Names are
 * kept, so that a stack trace tells what it is about. Throws what the bundler says.
 */
export async function bundleServer(folder: string): Promise<void> {
  const builds = dirname(folder)
  const unfinished = join(builds, `.new-${process.pid}`)
  try {
    await Bun.build({ ...COMMON, outdir: unfinished, splitting: true })
    // Another start may have made the same build meanwhile, and may be running it.
    if (!existsSync(join(folder, 'main.js'))) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(unfinished, folder)
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  const age = (name: string) => statSync(join(builds, name)).mtimeMs
  const old = readdirSync(builds).filter((name) => name !== basename(folder))
  for (const name of old.toSorted((a, b) => age(b) - age(a)).slice(KEPT - 1)) {
    rmSync(join(builds, name), { recursive: true, force: true })
  }
}

/** Compiles the server and the runtime into one file. Throws what the bundler says. */
export async function compileServer(file: string): Promise<void> {
  const { outputs } = await Bun.build({ ...COMMON, minify: true, sourcemap: 'linked', compile: { outfile: file } })
  // The program holds them itself.
  for (const { kind, path } of outputs) if (kind === 'sourcemap') rmSync(path)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { bundle: { type: 'string' }, program: { type: 'string' } } })
  if (values.bundle) await bundleServer(values.bundle)
  if (values.program) await compileServer(values.program)
}
