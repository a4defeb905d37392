// Brings a checkout to the state that a command needs, and does nothing when it is there already.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { bun, root, run, tool } from './run.mjs'

const installStamp = join(root, 'node_modules/.cache/switchyard-install')
const webStamp = join(root, 'dist/web/.built-from')
const serverBuilder = 'scripts/build-server.ts'

/** Installs the locked dependencies when they are missing or the lockfile has changed. */
export async function ensureInstalled(npm) {
  const lock = hash([join(root, 'package-lock.json')])
  if (read(installStamp) === lock) return
  console.log('Installing dependencies…')
  await run(npm('ci', '--no-audit', '--no-fund', '--loglevel=error'))
  write(installStamp, lock)
}

/** Builds the console when its sources have changed since the last build. */
export async function ensureWeb() {
  if (read(webStamp) !== hash(sourcesIn('web', 'contract'))) await buildWeb()
}

export async function buildWeb() {
  console.log('Building the console…')
  const sources = hash(sourcesIn('web', 'contract'))
  await run(tool('vite', 'build', 'web', '--logLevel', 'warn'), adviceFor('console'))
  write(webStamp, sources)
}

const EXE = process.platform === 'win32' ? '.exe' : ''
/** Programs that stay in `dist`: the one before is for whoever goes back to it. */
const KEPT_PROGRAMS = 2

/**
 * Compiles the server when its sources have changed since the last build. The program's path, which names what it was made
 * from: a build is there in full or not at all. Of processes that ask at the same time, one compiles.
 */
export async function ensureServer() {
  // The server tells callers of the clients that this page describes.
  const clients = join(root, 'docs/start/clients.md')
  const sources = [...sourcesIn('server', 'contract'), clients, join(root, 'package.json'), join(root, serverBuilder)]
  const program = join(root, 'dist', `switchyard-${hash(sources).slice(0, 16)}${EXE}`)
  if (existsSync(program)) return program
  return await withLock(join(root, 'dist/.build-lock'), async () => {
    if (existsSync(program)) return program
    console.log('Building the server…')
    await run(bun(serverBuilder, program), adviceFor('server'))
    removeOldPrograms()
    return program
  })
}

function removeOldPrograms() {
  const folder = join(root, 'dist')
  const programs = readdirSync(folder).filter((name) => /^switchyard-[0-9a-f]{16}(?:\.exe)?$/.test(name))
  const age = (name) => statSync(join(folder, name)).mtimeMs
  for (const name of programs.sort((a, b) => age(b) - age(a)).slice(KEPT_PROGRAMS)) {
    try {
      rmSync(join(folder, name))
    } catch {
      // It runs, and this system keeps what runs.
    }
  }
}

/** Compiles the server into a program of one file, which needs only the folder dist/web beside it. */
export async function buildProgram() {
  console.log('Building the program…')
  await run(bun(serverBuilder, join(root, `dist/switchyard${EXE}`)), adviceFor('server'))
}

const adviceFor = (part) => `
The ${part} could not be built; the reason is above.
If it names a file of this repository, undo or fix the change there ("git status" lists changes).
If a package is missing or broken, delete the folder node_modules and repeat the command: it installs the packages.
If a file cannot be written, check the free disk space and the owner of the folder dist.`

/** What a build is made from: all files of these folders but tests, and the versions of packages. */
function sourcesIn(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.gen(\.d)?\.ts$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  return [...files.sort(), join(root, 'package-lock.json')]
}

function hash(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return sum.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function write(file, text) {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}
