import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readArguments } from '#server/tools/command-line/arguments.mjs'
import { version } from '../package.json'
import { removeLeftovers } from './leftovers.mjs'

const SERVER = join(import.meta.dirname, '../server')
/** A folder of this name and the id of the process that builds holds what is not finished. */
const UNFINISHED = '.new-'

/**
 * Compiles the server and the runtime into one file, which is there in full or not at all. It holds the code as the runtime
 * has parsed it, since parsing it anew would be half of each start. Names are kept and places lead to the sources, so that
 * a stack trace tells what it is about. Throws what the bundler says.
 */
export async function compileServer(file: string): Promise<void> {
  const unfinished = join(dirname(file), `${UNFINISHED}${process.pid}`)
  const program = join(unfinished, basename(file))
  mkdirSync(unfinished, { recursive: true })
  removeLeftovers(dirname(file), UNFINISHED)
  try {
    await Bun.build({
      entrypoints: [
        join(SERVER, 'main.ts'),
        join(SERVER, 'money/accounting/settle-worker.ts'),
        join(SERVER, 'platform/store/checkpoint-worker.ts'),
        join(SERVER, 'platform/store/reads/read-worker.ts'),
        join(SERVER, 'tools/configuration/file/yaml-worker.ts'),
      ],
      target: 'bun',
      format: 'esm',
      // All in one folder: the worker is looked for beside the file that starts it.
      root: SERVER,
      naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]' },
      // What is loaded late is not loaded at the start.
      splitting: true,
      minify: { whitespace: true, syntax: true },
      sourcemap: 'linked',
      bytecode: true,
      compile: { outfile: program },
    })
    renameSync(program, file)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const shape = { summary: 'Makes the program that runs without the sources', arguments: [{ name: 'file' }] }
  await compileServer(readArguments('bun scripts/build-server.ts', shape, version).at(0))
}
