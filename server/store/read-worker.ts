import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { giveWay } from './lower-priority.ts'
import type { ReadAnswer, ReadRequest } from './read-thread.ts'

/** A thread of its own for queries that may take long: each message is one, each answer has its rows or its error. */
declare const self: Worker

giveWay()

let file: Database | undefined

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => self.postMessage(answerTo(data))

function answerTo({ id, path, sql, parameters }: ReadRequest): ReadAnswer {
  try {
    file ??= new Database(path, { readonly: true })
    return { id, rows: file.query(sql).all(...(parameters as SQLQueryBindings[])) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
