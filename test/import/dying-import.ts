import { readConfig } from '#server/platform/config.ts'
import { importInto } from '#server/tools/import/import-into.ts'

/** Imports from the address in its argument, writes a line between the first two pages of the log, and never begins a third. */
const [from = ''] = process.argv.slice(2)
let pages = 0
const progress = (kind: string) => {
  if (kind !== 'logs') return
  pages++
  if (pages === 2) process.stdout.write('the first page is written\n')
  // The timer keeps the process alive until it is killed.
  if (pages === 3) return new Promise<void>(() => setInterval(() => {}, 1000))
}
const request = { from, logs: undefined, dry: false, prices: 'differing' } as const
await importInto(readConfig(process.env), request, { progress, logPage: 1000 })
