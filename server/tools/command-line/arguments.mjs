// Reads the arguments of every command, of the program and of the npm scripts. Node starts those without a build, so this is
// plain JavaScript.
import { parseArgs } from 'node:util'

/** The command line is wrong: the message and the help, exit status 2. */
export class UsageError extends Error {}

/** Flags that every command has. */
const EVERYWHERE = {
  help: { type: 'boolean', help: 'show this help' },
  version: { type: 'boolean', help: 'show the version' },
}

/** Reads the flags and arguments of a line. Throws a UsageError that names what is unknown, missing or too much. */
export function readLine({ flags = {}, arguments: wanted = [] }, line) {
  const { values, positionals } = readFlags(flags, line)
  const missing = wanted.find(({ optional }, index) => !optional && positionals[index] === undefined)
  if (missing) throw new UsageError(`Missing argument <${missing.name}>`)
  const tooMuch = wanted.some(({ many }) => many) ? undefined : positionals[wanted.length]
  if (tooMuch !== undefined) throw new UsageError(`Unexpected argument "${tooMuch}"`)
  const texts = (flag) => [values[flag]].flat().filter((value) => typeof value === 'string')
  return {
    positionals,
    at: (index) => positionals[index] ?? '',
    text: (flag) => texts(flag).at(-1),
    texts,
    on: (flag) => values[flag] === true,
  }
}

function readFlags(flags, args) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error.message)
  }
}

/** What a line asks for instead of its command, whatever else is on it: `help`, `version` or undefined. */
export function asksFor(line) {
  const end = line.indexOf('--')
  const flags = end < 0 ? line : line.slice(0, end)
  if (flags.includes('--help') || flags.includes('-h')) return 'help'
  return flags.includes('--version') ? 'version' : undefined
}

/** The help of a command; `start` is how its line begins, as in `npm run bench --`. */
export function helpOf(start, { summary, details, flags = {}, arguments: wanted = [] }) {
  const usage = [start, ...wanted.map(argumentText), '[flags]'].join(' ')
  const rows = Object.entries({ ...flags, ...EVERYWHERE }).map(([name, flag]) => [
    `  ${flagText(name, flag)}`,
    flag.help,
  ])
  const parts = [`Usage: ${usage}`, '', `${summary}.`, ...(details ? ['', details] : []), '', ...columns(rows)]
  return parts.join('\n')
}

/** Rows of two texts, the second ones under each other. */
export function columns(rows) {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`)
}

const flagText = (name, { type, value = 'VALUE', multiple }) =>
  `--${name}${type === 'string' ? ` ${value}` : ''}${multiple ? ' …' : ''}`

function argumentText({ name, optional, many }) {
  const text = `<${name}>${many ? '…' : ''}`
  return optional ? `[${text}]` : text
}

/**
 * Reads the line of a script. Prints help or version and ends with status 0 where these are asked for, and says what is wrong and
 * ends with status 2 otherwise.
 */
export function readArguments(start, command, version, line = process.argv.slice(2)) {
  const asked = asksFor(line)
  if (asked) {
    console.log(asked === 'version' ? version : helpOf(start, command))
    process.exit(0)
  }
  try {
    return readLine(command, line)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\n\n${helpOf(start, command)}`)
    process.exit(2)
  }
}
