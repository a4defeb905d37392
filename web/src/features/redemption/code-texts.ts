import type { Redemption } from '#contract/api/redemption.ts'
import { csvText } from '#web/lib/csv.ts'

/** Returns the first and last 4 characters of a code, for display. */
export const maskedCode = (code: string) => `${code.slice(0, 4)}••••${code.slice(-4)}`

/** Returns codes as `name    code` lines, the format of compatible consoles. */
export const codeLines = (codes: readonly Pick<Redemption, 'name' | 'key'>[]) =>
  codes.map(({ name, key }) => `${name}    ${key}`).join('\n')

/** New codes that share a name and a quota. */
export interface Batch {
  name: string
  /** In quota units, of each code. */
  quota: number
  keys: readonly string[]
}

/** Returns the codes alone, one per line, as shop systems import them. */
export const batchText = ({ keys }: Pick<Batch, 'keys'>) => `${keys.join('\n')}\n`

/** Returns the codes with name and quota as CSV; `quotaPerUnit` units are one dollar. */
export const batchCsv = ({ name, quota, keys }: Batch, quotaPerUnit: number) =>
  csvText([['name', 'code', 'quota', 'usd'], ...keys.map((key) => [name, key, quota, quota / quotaPerUnit])])
