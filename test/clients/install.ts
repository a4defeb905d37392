import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where clients are installed: outside of the repository, once for each version. */
const CACHE = process.env.CLIENTS_CACHE ?? join(homedir(), '.cache', 'switchyard-clients')

/** Packages of npm at exact versions, such as `@openai/codex@0.169.0`. */
export interface Installation {
  /** The folder that has `node_modules`. */
  folder: string
  /** The path of a program of theirs. */
  bin(name: string): string
}

/** Installs packages from npm's registry unless they are there. Throws what npm says when it fails. */
export async function install(...packages: string[]): Promise<Installation> {
  const folder = join(CACHE, packages.join('+').replaceAll('/', '-'))
  const done = join(folder, 'installed')
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true })
    const npm = Bun.spawn(['npm', 'install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
      stdout: 'ignore',
      stderr: 'pipe',
    })
    const told = await new Response(npm.stderr).text()
    if ((await npm.exited) !== 0) throw new Error(`${packages.join(', ')} could not be installed: ${told}`)
    await Bun.write(done, '')
  }
  return { folder, bin: (name) => join(folder, 'node_modules', '.bin', name) }
}
