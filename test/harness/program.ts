import { ensureServer } from '../../scripts/prepare.mjs'

let program: Promise<string> | undefined

/** The built server: the one that the runner names, and for a test that is run by itself that of these sources, built once. */
export function serverProgram(): Promise<string> {
  program ??= process.env.SERVER_PROGRAM ? Promise.resolve(process.env.SERVER_PROGRAM) : ensureServer()
  return program
}
