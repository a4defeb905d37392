import type { ApiClient } from './api-client.ts'
import type { Output } from './output.ts'

/** An option of a command, `--name`. */
export interface Flag {
  type: 'string' | 'boolean'
  help: string
  /** What stands for its value in the help: `NAME`. */
  value?: string
  /** May be given several times. */
  multiple?: true
}

/** A positional argument; `many` takes all that are left, at least one unless it is optional. */
export interface Argument {
  name: string
  optional?: true
  many?: true
}

/** What a command was given on its line. */
export interface Given {
  positionals: string[]
  /** One positional by its place; "" if it is absent. */
  at(index: number): string
  text(flag: string): string | undefined
  texts(flag: string): string[]
  on(flag: string): boolean
}

/** What a command may use of its surroundings. */
export interface Surroundings {
  given: Given
  output: Output
  /** The environment as the program was started with. */
  env: Record<string, string | undefined>
  /** The server that the caller named; throws a UsageError if none is, and opens no connection by itself. */
  server(): ApiClient
}

interface CommandBase {
  /** One or two words: `users create`. */
  name: string
  summary: string
}

/** A command of the table. It resolves to its exit status; nothing = 0. */
export interface Command extends CommandBase {
  arguments?: Argument[]
  flags?: Record<string, Flag>
  /** Talks to a server: it gets the flags that name one. */
  remote?: true
  /** Answers `--json`. */
  json?: true
  /** What the help adds to the list of flags. */
  details?: string
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands end with nothing to say
  run(surroundings: Surroundings): Promise<number | void>
}

/** A program of its own that reads its arguments itself. */
export interface ForeignCommand extends CommandBase {
  usage: string
  start(env: Record<string, string | undefined>): Promise<unknown>
}

/** The command line is wrong: the message and where to read more, exit status 2. */
export class UsageError extends Error {}

/** The command could not do what it was asked: the message alone, exit status 1. */
export class CommandError extends Error {}

export const EXIT = { done: 0, failed: 1, usage: 2, changes: 3 } as const
