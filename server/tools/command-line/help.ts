import { columns, helpOf } from './arguments.mjs'
import type { Command } from './command.ts'
import { flagsOf } from './parse-line.ts'

export const PROGRAM = 'switchyard'

/** The list of all commands. */
export function helpText(commands: readonly Command[]): string {
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
export const commandHelp = (command: Command): string =>
  helpOf(`${PROGRAM} ${command.name}`, { ...command, flags: flagsOf(command) })
