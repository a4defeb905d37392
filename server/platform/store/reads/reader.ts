import { AsyncLocalStorage } from 'node:async_hooks'

/** Whom long reads are for. */
export interface Reader {
  /** Readers take turns. */
  name: string
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}

/** Work of the server itself. */
const SERVER: Reader = { name: 'server' }
const readers = new AsyncLocalStorage<Reader>()

/** Runs work whose long reads are for a reader. */
export const readingFor = <T>(reader: Reader, work: () => T): T => readers.run(reader, work)

export const currentReader = (): Reader => readers.getStore() ?? SERVER

/** Nobody waits for what was to be read. */
export class ReaderLeft extends Error {
  constructor() {
    super('whoever asked for this has left')
    this.name = 'ReaderLeft'
  }
}

/** A query for somebody who waits has run for too long. */
export class ReadTooLong extends Error {
  constructor() {
    super('the database takes too long for what was asked')
    this.name = 'ReadTooLong'
  }
}
