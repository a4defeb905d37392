import { version } from '../../../package.json'
import { createApiClient } from './api-client.ts'
import { asksFor, readLine, UsageError } from './arguments.mjs'
import { CommandError, EXIT } from './command.ts'
import { commands } from './commands.ts'
import { confirm } from './confirm.ts'
import { findConnection } from './connection.ts'
import { commandHelp, helpText } from './help.ts'
import { createOutput } from './output.ts'
import { findCommand, flagsOf } from './parse-line.ts'

type Env = Record<string, string | undefined>

/**
 * The command line (docs/reference/command-line.md): `switchyard <command>`, and the built program with a command. Runs the command
 * of a line and answers the exit status of the program.
 */
export async function runLine(line: string[], env: Env): Promise<number> {
  const output = createOutput(line.includes('--json'))
  try {
    return await runCommand(line, env)
  } catch (error) {
    if (error instanceof UsageError) {
      output.note(`${error.message}\n\n${helpFor(line)}`)
      return EXIT.usage
    }
    if (!(error instanceof CommandError) && env.LOG_LEVEL === 'debug') output.note(String((error as Error).stack))
    output.note((error as Error).message)
    return EXIT.failed
  }
}

/** The help of the command that a line begins with; of all where it is none. */
function helpFor(line: readonly string[]): string {
  try {
    return commandHelp(findCommand(commands, line).command)
  } catch {
    return helpText(commands)
  }
}

async function runCommand(line: string[], env: Env): Promise<number> {
  const words = line[0] === 'help' ? [...line.slice(1), '--help'] : line
  const asked = asksFor(words)
  if (asked || words.length === 0) {
    createOutput(false).line(
      asked === 'version' ? version : words[0]?.startsWith('-') ? helpText(commands) : helpFor(words),
    )
    return EXIT.done
  }
  const { command, rest } = findCommand(commands, words)
  const given = readLine({ ...command, flags: flagsOf(command) }, rest)
  const output = createOutput(given.on('json'))
  const question = command.destroys?.(given)
  if (question) await confirm(given, output, question)
  const server = () => createApiClient(findConnection(given, env))
  return (await command.run({ given, output, env, server })) ?? EXIT.done
}

if (import.meta.main) process.exit(await runLine(process.argv.slice(2), process.env))
