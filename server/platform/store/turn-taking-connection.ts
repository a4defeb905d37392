import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { WriteTurns } from './write-turns.ts'

/** Statements that only read; others may write. */
const READS = /^\s*(?:select|explain|pragma)\b/i

/** A connection to a SQLite file to which several processes write: it waits for its turn before it writes. */
export class TurnTakingConnection implements DatabaseConnection {
  #end: (() => void) | undefined

  constructor(
    private readonly connection: DatabaseConnection,
    private readonly turns: WriteTurns,
  ) {}

  /** Waits for the turn of a transaction; `end` must follow. */
  async begin(): Promise<void> {
    this.#end = await this.turns.take()
  }

  /** Ends the turn of a transaction, if there is one. */
  end(): void {
    this.#end?.()
    this.#end = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#end || isRead(query)) return this.connection.executeQuery(query)
    const end = await this.turns.take()
    try {
      return await this.connection.executeQuery(query)
    } finally {
      end()
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number) {
    return this.connection.streamQuery<Row>(query, chunkSize ?? 1)
  }
}

const isRead = ({ query, sql }: CompiledQuery) => query.kind === 'SelectQueryNode' || READS.test(sql)
