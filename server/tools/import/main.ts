import { parseArgs } from 'node:util'
import { readConfig } from '../../platform/config.ts'
import { type ImportRequest, importInto } from './import-into.ts'
import { PRICE_CHOICES } from './mapping/prices.ts'
import { reportText } from './report-text.ts'

/**
 * `npm run import -- --from <address>`: imports the database of one-api, new-api or one-hub (docs/start/move-in.md). No server may run on the target meanwhile.
 */
const USAGE =
  'Usage: npm run import -- --from <SQLite file | mysql://… | postgres://…> [--logs <the same>] ' +
  `[--prices ${PRICE_CHOICES.join('|')}] [--ignore TABLE.COLUMN] [--follow-deletions] [--dry-run]`

const wanted = readArguments()
const report = await importInto(readConfig(process.env), wanted, { progress: showProgress() }).catch((error: Error) => {
  const undone = wanted.dry ? 'Nothing was changed' : 'The import has stopped; run it again to go on'
  console.error(`\n${undone}: ${error.message}`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
})
console.log(reportText(report))

function readArguments(): ImportRequest {
  try {
    const given = process.argv.slice(2)
    const { values } = parseArgs({
      args: given[0] === 'import' ? given.slice(1) : given,
      options: {
        from: { type: 'string' },
        logs: { type: 'string' },
        prices: { type: 'string', default: 'differing' },
        ignore: { type: 'string', multiple: true, default: [] },
        'follow-deletions': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const prices = PRICE_CHOICES.find((choice) => choice === values.prices)
    if (values.from && prices) {
      const { from, logs, ignore, 'dry-run': dry, 'follow-deletions': followDeletions } = values
      return { from, logs, dry, prices, ignore, followDeletions }
    }
  } catch (error) {
    console.error((error as Error).message)
  }
  console.error(USAGE)
  process.exit(2)
}

/** One line a second, written over on a terminal. */
function showProgress() {
  let shown = Date.now()
  return (kind: string, read: number) => {
    if (Date.now() - shown < 1000) return
    shown = Date.now()
    process.stderr.write(process.stderr.isTTY ? `\r${kind}: ${read} rows\u001b[K` : `${kind}: ${read} rows\n`)
  }
}
