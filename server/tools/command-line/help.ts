import type { Argument, Command, Flag } from './command.ts'
import { type AnyCommand, flagsOf } from './parse-line.ts'

export const PROGRAM = 'switchyard'

/** The list of all commands. */
export function helpText(commands: readonly AnyCommand[]): string {
  const rows = commands.map((command) => [`  ${command.name}`, command.summary] as const)
  return [
    `Usage: ${PROGRAM} <command> [arguments] [flags]`,
    '',
    'Without a command, the server starts.',
    '',
    ...columns(rows),
    '',
    `${PROGRAM} <command> --help tells more. Exit status: 0 done, 1 failed, 2 wrong command line, 3 a plan has changes.`,
  ].join('\n')
}

/** The help of one command. */
export function commandHelp(command: AnyCommand): string {
  if ('start' in command) return `Usage: ${PROGRAM} ${command.name} ${command.usage}\n\n${command.summary}.`
  const flags = Object.entries(flagsOf(command)).map(
    ([name, flag]) => [`  ${flagText(name, flag)}`, flag.help] as const,
  )
  return [
    `Usage: ${usageOf(command)}`,
    '',
    `${command.summary}.`,
    ...(command.details ? ['', command.details] : []),
    ...(flags.length > 0 ? ['', ...columns(flags)] : []),
  ].join('\n')
}

/** `switchyard users create <name> [flags]` */
export function usageOf(command: Command): string {
  const words = [PROGRAM, command.name, ...(command.arguments ?? []).map(argumentText)]
  if (Object.keys(flagsOf(command)).length > 0) words.push('[flags]')
  return words.join(' ')
}

export function flagText(name: string, { type, value, multiple }: Flag): string {
  return `--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}${multiple ? ' …' : ''}`
}

function argumentText({ name, optional, many }: Argument): string {
  const text = `<${name}>${many ? '…' : ''}`
  return optional ? `[${text}]` : text
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`)
}
