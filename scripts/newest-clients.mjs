// Fills the newest releases of programs into the tests of clients, and prints what has changed.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** A package at an exact version, as `packages` in a client's file has it. */
const PACKAGE = /'((?:@[\w-]+\/)?[\w.-]+)@(\d+\.\d+\.\d+)'/g

/** Replaces the versions of packages in a text by those that `newestOf` tells. Pure but for that. */
export function withNewest(text, newestOf) {
  const changes = []
  const lines = text.split('\n').map((line) =>
    line.trimStart().startsWith('packages: [')
      ? line.replace(PACKAGE, (whole, name, version) => {
          const newest = newestOf(name)
          if (newest === version) return whole
          changes.push(`${name} ${version} → ${newest}`)
          return `'${name}@${newest}'`
        })
      : line,
  )
  return { text: lines.join('\n'), changes }
}

/** Does so with files, by npm's registry, and returns the changes. Throws what npm says when it fails. */
export function fillInNewest(files) {
  return files.flatMap((file) => {
    const { text, changes } = withNewest(readFileSync(file, 'utf8'), newestRelease)
    if (changes.length > 0) writeFileSync(file, text)
    return changes
  })
}

function newestRelease(name) {
  const version = execFileSync('npm', ['view', name, 'version'], { encoding: 'utf8' }).trim()
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`npm tells no release of ${name}: "${version}"`)
  return version
}
