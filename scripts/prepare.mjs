// Brings a checkout to the state that a command needs, and does nothing when it is there already.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from './run.mjs'

const installStamp = join(root, 'node_modules/.cache/switchyard-install')
const webStamp = join(root, 'dist/web/.built-from')

/** Installs the locked dependencies when they are missing or the lockfile has changed. */
export async function ensureInstalled(npm) {
  const lock = hash([join(root, 'package-lock.json')])
  if (read(installStamp) === lock) return
  console.log('Installing dependencies…')
  // Not `npm ci`: it refuses a lockfile that lacks the optional packages of systems that a registry does not carry.
  await run(npm('install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'))
  write(installStamp, lock)
}

/** Builds the console when its sources have changed since the last build. */
export async function ensureWeb() {
  if (read(webStamp) !== hash(webSources())) await buildWeb()
}

export async function buildWeb() {
  console.log('Building the console…')
  const sources = hash(webSources())
  await run(tool('vite', 'build', 'web', '--logLevel', 'warn'))
  write(webStamp, sources)
}

function webSources() {
  const folders = ['web', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'routeTree.gen.ts' && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  return [...folders.sort(), join(root, 'package-lock.json')]
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
