import { Database } from 'bun:sqlite'

/** Writes a sample as the other program would have created it on another engine: the column types are its own there. */

export type CopyEngine = 'mysql' | 'postgres'

interface Column {
  name: string
  type: string
  pk: number
}

const TYPES: Record<CopyEngine, (type: string, isKey: boolean) => string> = {
  mysql(type, isKey) {
    const name = type.toLowerCase()
    if (name === 'integer') return 'bigint'
    // Both programs declare booleans as numeric.
    if (name === 'numeric') return 'tinyint(1)'
    if (name === 'real') return 'double'
    if (name === 'datetime') return 'datetime(3)'
    if (name === 'text') return isKey ? 'varchar(191)' : 'longtext'
    return type
  },
  postgres(type) {
    const name = type.toLowerCase()
    if (name === 'integer') return 'bigint'
    if (name === 'numeric') return 'boolean'
    if (name === 'real') return 'double precision'
    if (name === 'datetime') return 'timestamptz'
    if (name === 'blob') return 'bytea'
    return type
  },
}

/** The statements that make the tables of a SQLite file and fill them. */
export function copyStatements(path: string, engine: CopyEngine): string[] {
  const file = new Database(path, { readonly: true })
  const quote = (name: string) => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`)
  const tables = file
    .query("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all() as { name: string }[]
  const statements = tables.flatMap(({ name }) => {
    const columns = file.query(`select name, type, pk from pragma_table_info('${name}')`).all() as Column[]
    const rows = file.query(`select * from "${name}"`).all() as Record<string, unknown>[]
    return [createTable(name, columns), ...rows.map((row) => insert(name, columns, row))]
  })
  file.close()
  return statements

  function createTable(table: string, columns: readonly Column[]): string {
    const lines = columns.map(({ name, type, pk }) => `${quote(name)} ${TYPES[engine](type, pk > 0)}`)
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => quote(name))
    if (keys.length > 0) lines.push(`primary key (${keys.join(', ')})`)
    return `create table ${quote(table)} (${lines.join(', ')})`
  }

  function insert(table: string, columns: readonly Column[], row: Record<string, unknown>): string {
    const values = columns.map(({ name, type }) => literal(row[name], type.toLowerCase(), engine))
    return `insert into ${quote(table)} values (${values.join(', ')})`
  }
}

function literal(value: unknown, type: string, engine: CopyEngine): string {
  if (value === null || value === undefined) return 'null'
  if (type === 'numeric' && engine === 'postgres') return value ? 'true' : 'false'
  if (typeof value === 'number') return String(value)
  const bytes = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
  // MySQL stores times without a zone, in UTC here.
  if (type === 'datetime' && engine === 'mysql')
    return `'${new Date(bytes).toISOString().replace('T', ' ').slice(0, 23)}'`
  const text = engine === 'mysql' ? bytes.replaceAll('\\', '\\\\') : bytes
  return `'${text.replaceAll("'", "''")}'`
}
