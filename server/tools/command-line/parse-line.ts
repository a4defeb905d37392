import { type Flag, UsageError } from './arguments.mjs'
import type { Command } from './command.ts'

/** Flags of every command that talks to a server. */
export const SERVER_FLAGS: Record<string, Flag> = {
  server: {
    type: 'string',
    value: 'URL',
    help: 'server address; default: SWITCHYARD_URL or the configuration file',
  },
  token: {
    type: 'string',
    value: 'TOKEN',
    help: 'access token; visible in process lists, so prefer SWITCHYARD_TOKEN or the configuration file',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'configuration file; default: SWITCHYARD_CONFIG or ~/.config/switchyard/config.json',
  },
}
export const JSON_FLAG: Record<string, Flag> = { json: { type: 'boolean', help: 'print the result as JSON' } }
const YES_FLAG: Record<string, Flag> = { yes: { type: 'boolean', help: 'do not ask for confirmation' } }

/** Finds the command that a line begins with, and what follows it. Throws a UsageError. */
export function findCommand(commands: readonly Command[], line: readonly string[]) {
  const [first = '', second = ''] = line
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  if (found) return { command: found, rest: line.slice(found.name.split(' ').length) }
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length > 0) {
    const names = group.map(({ name }) => name.slice(first.length + 1)).join(', ')
    throw new UsageError(
      second ? `Unknown command "${first} ${second}": ${first} has ${names}` : `${first} what? ${names}`,
    )
  }
  throw new UsageError(`Unknown command "${first}"`)
}

/** All flags that a command knows but those that every line may have. */
export function flagsOf({ flags, remote, json, destroys }: Command): Record<string, Flag> {
  return { ...flags, ...(destroys ? YES_FLAG : {}), ...(remote ? SERVER_FLAGS : {}), ...(json ? JSON_FLAG : {}) }
}
