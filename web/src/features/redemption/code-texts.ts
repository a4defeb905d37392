import type { Redemption } from '#contract/api/redemption.ts'
import { csvText } from '#web/lib/csv.ts'

/** Beginning and end of a code, for screens. */
export const maskedCode = (code: string) => `${code.slice(0, 4)}••••${code.slice(-4)}`

/** Codes as `name    code` lines, the format of this family's consoles. */
export const codeLines = (codes: readonly Pick<Redemption, 'name' | 'key'>[]) =>
  codes.map(({ name, key }) => `${name}    ${key}`).join('\n')

/** New codes that share name and worth. */
export interface Batch {
  name: string
  /** In units, of each. */
  quota: number
  keys: readonly string[]
}

/** The codes alone, one a line, as shops take them. */
export const batchText = ({ keys }: Pick<Batch, 'keys'>) => `${keys.join('\n')}\n`

/** The codes with name and worth as a table for spreadsheets; `quotaPerUnit` units are a dollar. */
export const batchCsv = ({ name, quota, keys }: Batch, quotaPerUnit: number) =>
  csvText([['name', 'code', 'quota', 'usd'], ...keys.map((key) => [name, key, quota, quota / quotaPerUnit])])
