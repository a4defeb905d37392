import { self } from '#contract/api/session.ts'
import { createApiClient } from '../api-client.ts'
import { UsageError } from '../arguments.mjs'
import type { Command } from '../command.ts'
import { addressOf, configPath, writeConfigFile } from '../connection.ts'
import { ROLE_NAMES } from '../names.ts'
import { tableText } from '../output.ts'

const DETAILS = `The access token is read from the standard input, so that no list of processes and no history of a shell holds it:

  switchyard login https://switchyard.example.com < token.txt

Create it in the console: Account settings, Management API token, Create token.`

const login: Command = {
  name: 'login',
  summary: 'Save a server address and an access token in the configuration file',
  arguments: [{ name: 'url' }],
  flags: {
    config: {
      type: 'string',
      value: 'FILE',
      help: 'file to write; default: SWITCHYARD_CONFIG or ~/.config/switchyard/config.json',
    },
  },
  details: DETAILS,
  async run({ given, env, output }) {
    const url = addressOf(given.at(0))
    if (process.stdin.isTTY) output.note('Access token, then Enter:')
    const token = await firstLine()
    if (!token) throw new UsageError('The standard input holds no access token')
    const user = await createApiClient({ url, token }).call(self, {})
    const path = configPath(given, env)
    writeConfigFile(path, { url, token })
    output.line(`${user.username} at ${url}: stored in ${path}`)
  },
}

const whoami: Command = {
  name: 'whoami',
  summary: 'Show the user of the access token and the server',
  remote: true,
  json: true,
  async run({ server, output }) {
    const client = server()
    const { id, username, role } = await client.call(self, {})
    const shown = { server: client.url, id, username, role: ROLE_NAMES[role] ?? String(role) }
    output.result(shown, () => tableText(['SERVER', 'ID', 'USER', 'ROLE'], [[shown.server, id, username, shown.role]]))
  },
}

export const loginCommands = [login, whoami]

/** The first line of the standard input. */
export async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return (text.split('\n')[0] ?? '').trim()
}
