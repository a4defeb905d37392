// What `npm start` runs once everything is built: a script in npm's path that becomes the server, so that of what npm has
// started only its shell stays beside the server.
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RUNTIME, root } from './run.mjs'

const NAME = 'switchyard-server'
const launcher = join(root, 'scripts/launch.mjs')

/** Puts the script that starts a program into a folder, in full or not at all. */
export function putStarter(program, folder = join(root, 'node_modules/.bin')) {
  const isWindows = process.platform === 'win32'
  mkdirSync(folder, { recursive: true })
  // `npm start` says `exec`, so that npm waits for the server itself. The shell of Windows has no such word.
  if (isWindows) writeFileSync(join(folder, 'exec.cmd'), '@%*\r\n')
  const file = join(folder, isWindows ? `${NAME}.cmd` : NAME)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, isWindows ? `@node "${launcher}" start %*\r\n` : scriptFor(program))
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, file)
}

/**
 * npm tells its shell to stop, and most shells end without a word to what they run: the system tells the program then
 * (Linux), or a launcher does that stays beside it (elsewhere).
 */
const scriptFor = (program) => `#!/bin/sh
${Object.entries(RUNTIME)
  .map(([name, value]) => `export ${name}="\${${name}-${value}}"`)
  .join('\n')}
setpriv --pdeathsig clear true 2>/dev/null && exec setpriv --pdeathsig TERM ${quoted(program)} "$@"
exec node ${quoted(launcher)} start "$@"
`

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
