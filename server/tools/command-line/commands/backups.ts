import type { RestoreReport } from '../../backup/restore.ts'
import type { Flag } from '../arguments.mjs'
import type { Command } from '../command.ts'

const KEY_FILE: Record<string, Flag> = {
  'key-file': { type: 'string', value: 'FILE', help: 'file that contains the secret; default: BACKUP_PASSPHRASE' },
}

const backup: Command = {
  name: 'backup',
  summary: 'Back up the database, journal and key of this server to one encrypted file; the server may be running',
  arguments: [{ name: 'file', optional: true }],
  flags: KEY_FILE,
  json: true,
  details: `Works on the DATA_DIR, DATABASE_URL and SECRET_KEY of the server. Without a name, the file is named after the current time.
Whoever has the file and its secret has everything: keep them apart.`,
  async run({ given, env, output }) {
    const [{ backUp }, { readBackupSecret }, { readConfig }] = await Promise.all([
      import('../../backup/back-up.ts'),
      import('../../backup/read-secret.ts'),
      import('../../../platform/config.ts'),
    ])
    const secret = readBackupSecret(given.text('key-file'), env.BACKUP_PASSPHRASE)
    const file = given.at(0) || `switchyard-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
    const report = await backUp(readConfig(env), file, secret)
    output.result(report, () => {
      const journal = report.nodeId
        ? `, journal of node ${report.nodeId}`
        : ', no journal: no server has run on DATA_DIR'
      const missing = report.unsettled.map(
        (id) => `\nNode ${id} did not say that it has settled: its last charges may be missing.`,
      )
      return `${report.file}: ${megabytes(report.bytes)} (${report.kind}${journal})${missing.join('')}`
    })
  },
}

const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty data folder and, for PostgreSQL, an empty database',
  arguments: [{ name: 'file' }],
  flags: { ...KEY_FILE, check: { type: 'boolean', help: 'read and check the whole backup, write nothing' } },
  json: true,
  details:
    'Works on DATA_DIR and DATABASE_URL. What is there already is never overwritten. Then start the server on them.',
  async run({ given, env, output }) {
    const [{ checkBackup, restore }, { readBackupSecret }, { readConfig }] = await Promise.all([
      import('../../backup/restore.ts'),
      import('../../backup/read-secret.ts'),
      import('../../../platform/config.ts'),
    ])
    const secret = readBackupSecret(given.text('key-file'), env.BACKUP_PASSPHRASE)
    const isCheck = given.on('check')
    const config = readConfig(env)
    const report = isCheck
      ? await checkBackup(given.at(0), secret)
      : await restore(config, given.at(0), secret, output.note)
    output.result(report, () => {
      const end = isCheck ? 'It is sound.' : `Restored into ${config.dataDir}. Start Switchyard.`
      return `${describe(report)}\n${end}`
    })
  },
}

export const backupCommands = [backup, restore]

function describe({ kind, created, version, nodeId, rows, bytes }: RestoreReport): string {
  const what = kind === 'sqlite' ? 'SQLite' : `PostgreSQL, ${rows} rows`
  const node = nodeId ? `, node ${nodeId}` : ''
  return `Backup of ${created} by Switchyard ${version}: ${what}${node}, files of ${megabytes(bytes)}`
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
