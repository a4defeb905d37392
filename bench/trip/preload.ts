import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { plugin } from 'bun'
import { NOTE, withNotes } from './notes.ts'

/**
 * Is loaded into a server of sources, before them: every function below the folders `TRIP_FOLDERS` of `TRIP_ROOT` notes that it
 * was entered. The signal SIGUSR2 begins to keep notes; the next ends it. Each writes a file into `TRIP_OUT`: 0, 1, 2, …
 */
const { TRIP_ROOT: root = '', TRIP_FOLDERS: folders = '', TRIP_OUT: out = '' } = process.env
let notes: string[] | undefined
let files = 0

Object.assign(globalThis, { [NOTE]: (note: string) => notes?.push(note) })

plugin({
  name: 'trip',
  setup(build) {
    const filter = new RegExp(`^${RegExp.escape(root)}/(?:${folders.replaceAll(',', '|')})/.*\\.ts$`)
    build.onLoad({ filter }, ({ path }) => ({
      contents: withNotes(relative(root, path), readFileSync(path, 'utf8')),
      loader: 'ts',
    }))
  },
})

process.on('SIGUSR2', () => {
  const kept = notes
  notes = kept ? undefined : []
  const file = join(out, String(files++))
  // There in full or not at all, for whoever waits for it.
  writeFileSync(`${file}.new`, (kept ?? []).join('\n'))
  renameSync(`${file}.new`, file)
})
