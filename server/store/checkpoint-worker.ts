import { Database } from 'bun:sqlite'
import { giveWay } from './lower-priority.ts'

/** A thread of its own for checkpoints: each message names the SQLite file, each answer says that it is done. */
declare const self: Worker

giveWay()

let file: Database | undefined

self.onmessage = ({ data: path }: MessageEvent<string>) => {
  file ??= new Database(path, { readwrite: true })
  // PASSIVE: copies what no reader or writer is in the way of, and makes nobody wait.
  file.run('PRAGMA wal_checkpoint(PASSIVE)')
  self.postMessage('done')
}
