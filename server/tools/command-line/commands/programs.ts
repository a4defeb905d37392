import { CommandError, type ForeignCommand } from '../command.ts'

/** What needs no server, but its environment: these open the database or the data folder themselves. */
export const programs: ForeignCommand[] = [
  {
    name: 'import',
    summary: 'Import the database of one-api, new-api or one-hub',
    usage: '--from <SQLite file | mysql://… | postgres://…> [--logs <the same>] [--prices …] [--dry-run]',
    start: () => import('../../import/main.ts'),
  },
  {
    name: 'reset-password',
    summary: 'Set a new password for root or another user, with the database at hand',
    usage: '[NAME] [--allow-password-login] [--remove-second-factor]',
    start: () => import('../../reset-password/main.ts'),
  },
  {
    name: 'rotate-key',
    summary: 'Change the key of the encryption at rest, while all nodes are stopped',
    usage: '',
    start: () => import('../../rotate-key/main.ts'),
  },
  {
    name: 'repair-journal',
    summary: 'Keep the intact records of damaged journals, while Switchyard is stopped',
    usage: '',
    async start(env) {
      const { repairJournals } = await import('../../../money/accounting/repair-journal.ts')
      try {
        repairJournals(env)
      } catch (error) {
        throw new CommandError(`The journals were not repaired: ${(error as Error).message}`)
      }
    },
  },
]
