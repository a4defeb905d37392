import { IMPORT_PRICES } from '#contract/api/imports.ts'
import { UsageError } from '../arguments.mjs'
import { type Command, CommandError } from '../command.ts'

const importCommand: Command = {
  name: 'import',
  summary: 'Import the database of one-api, new-api, one-hub or a fork, while Switchyard is stopped',
  flags: {
    from: {
      type: 'string',
      value: 'DATABASE',
      help: 'SQLite file, user:password@tcp(host:port)/name, mysql:// or postgres://',
    },
    logs: { type: 'string', value: 'DATABASE', help: 'database of the log, if separate' },
    prices: { type: 'string', value: 'PRICES', help: `${IMPORT_PRICES.join(', ')}; default: the first` },
    ignore: { type: 'string', value: 'NAME', multiple: true, help: 'unread column or table to skip' },
    'follow-deletions': {
      type: 'boolean',
      help: 'also delete what was deleted there since an earlier run',
    },
    'dry-run': { type: 'boolean', help: 'read everything, write nothing' },
  },
  details: 'Works on the DATA_DIR, DATABASE_URL and SECRET_KEY of the new server. See docs/start/move-in.md.',
  json: true,
  destroys: (given) =>
    given.on('follow-deletions') && !given.on('dry-run') ? 'Delete here what was deleted there since?' : undefined,
  async run({ given, env, output }) {
    const from = given.text('from')
    const prices = IMPORT_PRICES.find((choice) => choice === (given.text('prices') ?? IMPORT_PRICES[0]))
    if (!from) throw new UsageError('Missing flag --from')
    if (!prices) throw new UsageError(`--prices is one of ${IMPORT_PRICES.join(', ')}`)
    const [{ importInto }, { reportText }, { readConfig }] = await Promise.all([
      import('../../import/import-into.ts'),
      import('../../import/report-text.ts'),
      import('../../../platform/config.ts'),
    ])
    const dry = given.on('dry-run')
    const followDeletions = given.on('follow-deletions')
    const request = { from, logs: given.text('logs'), dry, prices, ignore: given.texts('ignore'), followDeletions }
    const how = { progress: showProgress(), tell: output.note }
    const report = await importInto(readConfig(env), request, how).catch((error: Error) => {
      const undone = dry ? 'Nothing was changed' : 'The import has stopped; run it again to go on'
      throw new CommandError(`${undone}: ${error.message}`)
    })
    output.result(report, () => reportText(report))
  },
}

export const importCommands = [importCommand]

/** One line a second, written over on a terminal. */
function showProgress() {
  let shown = Date.now()
  return (kind: string, read: number) => {
    if (Date.now() - shown < 1000) return
    shown = Date.now()
    process.stderr.write(process.stderr.isTTY ? `\r${kind}: ${read} rows\u001b[K` : `${kind}: ${read} rows\n`)
  }
}
