import { dirname, join } from 'node:path'

export const ROOT = join(import.meta.dir, '../..')

export interface Import {
  /** Path from the repository's root, or the bare name of a package. */
  target: string
  /** As written. */
  specifier: string
  /** `import type`: gone at run time. */
  typeOnly: boolean
  /** `import()`: loaded when the program gets there. */
  late?: boolean
}

export interface Source {
  /** Path from the repository's root, with slashes. */
  path: string
  lines: string[]
  imports: Import[]
  isTest: boolean
}

const PACKAGE_IMPORTS: Record<string, string> = {
  '#contract/': 'contract/',
  '#server/': 'server/',
  '#web/': 'web/src/',
  '#test/': 'test/',
}

/** Every file that belongs to the repository, new ones too. */
export const files = listFiles()

/** The TypeScript among them, read and parsed. */
export const sources = await Promise.all(files.filter((path) => /\.tsx?$/.test(path)).map(read))

/** The sources below a folder without the tests beside them. */
export function productBelow(folder: string): Source[] {
  return sources.filter(({ path, isTest }) => !isTest && path.startsWith(`${folder}/`))
}

/** `path:line  text` of every line of code (comments do not count) that a pattern finds. */
export function findLines(where: Source[], pattern: RegExp): string[] {
  return where.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const code = line.replace(/(?:^|\s)(?:\/\/|\/\*|\*\s).*$/, '')
      return pattern.test(code) ? [`${path}:${index + 1}  ${line.trim()}`] : []
    }),
  )
}

/** Fails with what to do and every place that must change. */
export function expectNone(found: string[], advice: string): void {
  if (found.length > 0) throw new Error(`${advice}\n  ${found.sort().join('\n  ')}`)
}

function listFiles(): string[] {
  const listing = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  if (!listing.success) throw new Error(`git ls-files: ${listing.stderr}`)
  return [...new Set(listing.stdout.toString().split('\n'))].filter(
    (path) => path && Bun.file(join(ROOT, path)).size > 0,
  )
}

async function read(path: string): Promise<Source> {
  const text = await Bun.file(join(ROOT, path)).text()
  return {
    path,
    lines: text.trimEnd().split('\n'),
    imports: importsOf(path, text),
    isTest: /\.test\.tsx?$|\.dom\.tsx$/.test(path),
  }
}

/** Static imports, re-exports, and dynamic imports of a fixed name. */
export function importsOf(path: string, text: string): Import[] {
  const fixed = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"();=]*?\sfrom\s+)?'([^']+)'/gm)
  const dynamic = text.matchAll(/()\bimport\(\s*'([^']+)'/g)
  const found = [...fixed].map((match) => ({ match, late: false }))
  const late = [...dynamic].map((match) => ({ match, late: true }))
  return [...found, ...late].map(({ match: [, type, specifier = ''], late }) => ({
    specifier,
    target: resolve(path, specifier),
    typeOnly: type !== undefined && type !== '',
    late,
  }))
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const prefix = Object.keys(PACKAGE_IMPORTS).find((candidate) => specifier.startsWith(candidate))
  return prefix ? PACKAGE_IMPORTS[prefix] + specifier.slice(prefix.length) : specifier
}
