import { Database } from 'bun:sqlite'
import { lowerPriority } from './lower-priority.ts'

/** A separate thread for checkpoints: each message names the SQLite file, each reply reports that it is done. */
declare const self: Worker

lowerPriority()

let file: Database | undefined

self.onmessage = ({ data: path }: MessageEvent<string>) => {
  file ??= new Database(path, { readwrite: true })
  // PASSIVE copies the pages that no reader or writer blocks, and blocks nothing itself.
  file.run('PRAGMA wal_checkpoint(PASSIVE)')
  self.postMessage('done')
}
