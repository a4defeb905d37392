import { type Command, CommandError } from '../command.ts'

/** What needs no server, but its environment: these open the database or the data folder themselves. */

const ALLOW = 'allow-password-login'
const REMOVE_FACTOR = 'remove-second-factor'

const resetPassword: Command = {
  name: 'reset-password',
  summary: 'Set a new password for root or another user in the database',
  arguments: [{ name: 'username', optional: true }],
  flags: {
    [ALLOW]: { type: 'boolean', help: 'enable password login if it is disabled' },
    [REMOVE_FACTOR]: { type: 'boolean', help: 'remove the second factor and the recovery codes' },
  },
  details: 'Ends all sessions and revokes the access token of the user. Servers may keep running.',
  async run({ given, env, output }) {
    const [{ resetPassword }, { readConfig }] = await Promise.all([
      import('../../reset-password/reset.ts'),
      import('../../../platform/config.ts'),
    ])
    const choice = { username: given.at(0) || undefined, allow: given.on(ALLOW), removeFactor: given.on(REMOVE_FACTOR) }
    const done = await orUnchanged(resetPassword(readConfig(env), choice))
    const { username, password, banned, passwordLogin, secondFactor } = done
    output.line(`${username} has a new password; its sessions and its access token were revoked:\n\n  ${password}\n`)
    output.line('Log in and change the password, since this terminal shows it.')
    if (banned) output.line(`${username} is still banned: an administrator must enable the user.`)
    if (secondFactor === 'on') {
      output.line(
        `The login asks for the second factor as before. Run this command with --${REMOVE_FACTOR} to remove it.`,
      )
    }
    if (secondFactor === 'removed') output.line('The second factor and the recovery codes were removed.')
    if (passwordLogin === 'off') {
      output.line(`Login with a password is switched off. Run this command with --${ALLOW} to switch it on.`)
    }
    if (passwordLogin === 'switched on') output.line('Login with a password was switched on: restart Switchyard.')
  },
}

const rotateKey: Command = {
  name: 'rotate-key',
  summary: 'Change the encryption key of stored secrets, while all nodes are stopped',
  details: `From FORMER_SECRET_KEY, or the file secret.key, to SECRET_KEY, or a new file. Access tokens of users are revoked.
Make a backup before.`,
  destroys: () => 'Encrypt everything with another key, and revoke all access tokens?',
  async run({ env, output }) {
    const [{ rotateKey }, { readConfig }] = await Promise.all([
      import('../../rotate-key/rotate.ts'),
      import('../../../platform/config.ts'),
    ])
    const config = readConfig(env)
    const { formerFile, accessTokens, ...counts } = await orUnchanged(
      rotateKey(config, env.FORMER_SECRET_KEY || undefined, output.note),
    )
    const { channels, channel_keys, tokens, former_token_keys, redemptions, options, authenticators, alertSinks } =
      counts
    output.line(
      `Re-encrypted: ${channels} channels, ${channel_keys} keys of pools, ${tokens} tokens, ${former_token_keys} former keys of tokens, ${redemptions} redemption codes, ${options} options, ${authenticators} authenticators, ${alertSinks} sinks of alerts. ` +
        `${accessTokens} access tokens of users were revoked.`,
    )
    if (formerFile) output.line(`The former key is in ${formerFile}: keep it with the backups made before this change.`)
    output.line(`Start Switchyard${config.secretKey ? ' with this SECRET_KEY on all nodes' : ''}.`)
  },
}

const repairJournal: Command = {
  name: 'repair-journal',
  summary: 'Repair damaged journals by keeping their intact records, while Switchyard is stopped',
  details: 'The original of a damaged segment is kept as .original, and its damaged bytes as .damaged.',
  async run({ env, output }) {
    const [{ repairJournals }, { readConfig }] = await Promise.all([
      import('../../../money/accounting/repair-journal.ts'),
      import('../../../platform/config.ts'),
    ])
    const repairs = await repairJournals(readConfig(env).dataDir, output.note).catch((error: Error) => {
      throw new CommandError(`The journals were not repaired: ${error.message}`)
    })
    for (const { path, kept, damagedBytes } of repairs) {
      output.line(`${path}: ${kept} records kept, ${damagedBytes} damaged bytes moved to ${path}.damaged`)
    }
    output.line(repairs.length === 0 ? 'All journals are intact.' : 'Start Switchyard: it settles the kept records.')
  },
}

export const programs: Command[] = [resetPassword, rotateKey, repairJournal]

const orUnchanged = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new CommandError(`Nothing was changed: ${error.message}`)
  })
