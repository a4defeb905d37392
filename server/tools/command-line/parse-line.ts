import { parseArgs } from 'node:util'
import { type Argument, type Command, type Flag, type ForeignCommand, type Given, UsageError } from './command.ts'

export type AnyCommand = Command | ForeignCommand

/** Flags of every command that talks to a server. */
export const SERVER_FLAGS: Record<string, Flag> = {
  server: {
    type: 'string',
    value: 'URL',
    help: 'address of the server; else SWITCHYARD_URL, else the configuration file',
  },
  token: {
    type: 'string',
    value: 'TOKEN',
    help: 'access token, seen in lists of processes; better SWITCHYARD_TOKEN or the configuration file',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'configuration file; else SWITCHYARD_CONFIG, else ~/.config/switchyard/config.json',
  },
}
export const JSON_FLAG: Record<string, Flag> = { json: { type: 'boolean', help: 'print the result as JSON' } }

/** Finds the command that a line begins with, and what follows it. Throws a UsageError. */
export function findCommand(commands: readonly AnyCommand[], line: readonly string[]) {
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

/** All flags that a command knows. */
export function flagsOf({ flags, remote, json }: Command): Record<string, Flag> {
  return { ...flags, ...(remote ? SERVER_FLAGS : {}), ...(json ? JSON_FLAG : {}) }
}

/** Reads the flags and arguments of a command. Throws a UsageError that names what is unknown, missing or too much. */
export function parseLine(command: Command, rest: string[]): Given {
  const { values, positionals } = readFlags(flagsOf(command), rest)
  checkCount(command.arguments ?? [], positionals)
  const texts = (flag: string) => [values[flag]].flat().filter((value): value is string => typeof value === 'string')
  return {
    positionals,
    at: (index) => positionals[index] ?? '',
    text: (flag) => texts(flag).at(-1),
    texts,
    on: (flag) => values[flag] === true,
  }
}

function readFlags(flags: Record<string, Flag>, args: string[]) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function checkCount(wanted: readonly Argument[], given: readonly string[]) {
  const missing = wanted.find(({ optional }, index) => !optional && given[index] === undefined)
  if (missing) throw new UsageError(`Missing argument <${missing.name}>`)
  const tooMuch = wanted.some(({ many }) => many) ? undefined : given[wanted.length]
  if (tooMuch !== undefined) throw new UsageError(`Unexpected argument "${tooMuch}"`)
}
