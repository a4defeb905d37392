import { createApiClient } from './api-client.ts'
import { CommandError, EXIT, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { findConnection } from './connection.ts'
import { commandHelp, helpText, PROGRAM } from './help.ts'
import { createOutput } from './output.ts'
import { findCommand, parseLine } from './parse-line.ts'

type Env = Record<string, string | undefined>

/** The command line (docs/reference/command-line.md): `switchyard <command>`, and the built program with a command. */
process.exit(await runLine(process.argv.slice(2), process.env))

/** Runs the command of a line and answers the exit status of the program. */
async function runLine(line: string[], env: Env): Promise<number> {
  const output = createOutput(line.includes('--json'))
  try {
    return await runCommand(line, env)
  } catch (error) {
    if (error instanceof UsageError) {
      output.note(`${error.message}\nSee: ${PROGRAM} --help`)
      return EXIT.usage
    }
    if (!(error instanceof CommandError) && env.LOG_LEVEL === 'debug') output.note(String((error as Error).stack))
    output.note((error as Error).message)
    return EXIT.failed
  }
}

async function runCommand(line: string[], env: Env): Promise<number> {
  const [first] = line
  if (!first || first === '--help' || first === '-h' || first === 'help') {
    createOutput(false).line(line[1] ? commandHelp(findCommand(commands, line.slice(1)).command) : helpText(commands))
    return EXIT.done
  }
  const { command, rest } = findCommand(commands, line)
  if (asksForHelp(rest)) {
    createOutput(false).line(commandHelp(command))
    return EXIT.done
  }
  if ('start' in command) {
    // The program reads its arguments where those of this one stand.
    process.argv.splice(2, process.argv.length, ...rest)
    await command.start(env)
    return EXIT.done
  }
  const given = parseLine(command, rest)
  const output = createOutput(given.on('json'))
  const server = () => createApiClient(findConnection(given, env))
  return (await command.run({ given, output, env, server })) ?? EXIT.done
}

function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--')
  const flags = end < 0 ? rest : rest.slice(0, end)
  return flags.includes('--help') || flags.includes('-h')
}
