import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database, Store } from '#server/store/database.ts'

/** Runs queries, and returns how the database finds the rows of each: the text of its plans. */
export async function plansOf(store: Store, ask: (db: Database) => Promise<unknown>): Promise<string[]> {
  const asked: RootOperationNode[] = []
  await ask(store.db.withPlugin(recorder(asked)))
  return Promise.all(asked.map((node) => planOf(store, node)))
}

/** What PostgreSQL does by itself after a while: it counts, and sees rows that are on disk, so that indexes tell alone. */
export async function afterFilling({ db, engine }: Store, ...tables: string[]): Promise<void> {
  if (engine !== 'postgres') return
  await sql`checkpoint`.execute(db)
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const recorder = (asked: RootOperationNode[]): KyselyPlugin => ({
  transformQuery({ node }) {
    asked.push(node)
    return node
  },
  transformResult: async ({ result }) => result,
})

async function planOf({ db, engine }: Store, node: RootOperationNode): Promise<string> {
  const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]))
  return (rows as Record<string, unknown>[]).map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}
