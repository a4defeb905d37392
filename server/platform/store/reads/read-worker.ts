import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { lowerPriority } from '../lower-priority.ts'
import type { ReadReply, ReadRequest } from './read-thread.ts'

/**
 * A separate thread for queries that may take long: each message is one query, each reply has its rows or its
 * error.
 */
declare const self: Worker

lowerPriority()

let file: Database | undefined

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => self.postMessage(runQuery(data))

function runQuery({ path, sql, parameters }: ReadRequest): ReadReply {
  try {
    file ??= new Database(path, { readonly: true })
    return { rows: file.query(sql).all(...(parameters as SQLQueryBindings[])) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
