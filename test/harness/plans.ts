import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database, Store } from '#server/platform/store/database.ts'

/** Runs queries, and returns how the database finds the rows of each: the text of its plans. */
export async function plansOf(store: Store, ask: (db: Database) => Promise<unknown>): Promise<string[]> {
  const asked: RootOperationNode[] = []
  await ask(store.db.withPlugin(recorder(asked)))
  return Promise.all(wholeOf(asked).map((node) => planOf(store, node)))
}

/** A step of a plan: what it reads or does, and the steps that it takes rows from. */
export interface PlanStep {
  text: string
  /** How many rows it is expected to have; only PostgreSQL says so. */
  rows?: number
  steps: PlanStep[]
}

/** Runs queries, and returns the plan of each as a tree. */
export async function planTreesOf(store: Store, ask: (db: Database) => Promise<unknown>): Promise<PlanStep[]> {
  const asked: RootOperationNode[] = []
  await ask(store.db.withPlugin(recorder(asked)))
  return Promise.all(wholeOf(asked).map((node) => planTreeOf(store, node)))
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

/** Queries that are not parts of others. */
function wholeOf(asked: readonly RootOperationNode[]): RootOperationNode[] {
  const parts = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || parts.has(value)) return
    parts.add(value)
    Object.values(value).forEach(visit)
  }
  for (const node of asked) Object.values(node).forEach(visit)
  return asked.filter((node) => !parts.has(node))
}

async function planOf(store: Store, node: RootOperationNode): Promise<string> {
  const rows = await explain(store, node, store.engine === 'sqlite' ? 'explain query plan' : 'explain')
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}

async function explain({ db }: Store, node: RootOperationNode, how: string): Promise<Record<string, unknown>[]> {
  const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${how} ${query.sql}`, [...query.parameters]))
  return rows as Record<string, unknown>[]
}

async function planTreeOf(store: Store, node: RootOperationNode): Promise<PlanStep> {
  if (store.engine === 'postgres') {
    const rows = (await explain(store, node, 'explain (format json)')) as { 'QUERY PLAN': [{ Plan: PostgresStep }] }[]
    return { text: '', steps: rows.map((row) => ofPostgres(row['QUERY PLAN'][0].Plan)) }
  }
  const rows = (await explain(store, node, 'explain query plan')) as { id: number; parent: number; detail: string }[]
  const under = (id: number): PlanStep[] =>
    rows.filter(({ parent }) => parent === id).map((row) => ({ text: row.detail, steps: under(row.id) }))
  return { text: '', steps: under(0) }
}

interface PostgresStep {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'CTE Name'?: string
  'Plan Rows': number
  Plans?: PostgresStep[]
}

function ofPostgres(step: PostgresStep): PlanStep {
  const facts = [step['Node Type'], step['Relation Name'], step['Index Name'], step['Index Cond'], step['CTE Name']]
  return { text: facts.filter(Boolean).join(' '), rows: step['Plan Rows'], steps: (step.Plans ?? []).map(ofPostgres) }
}
