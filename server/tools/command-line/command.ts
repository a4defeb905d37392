import type { ApiClient } from './api-client.ts'
import type { Given, LineShape } from './arguments.mjs'
import type { Output } from './output.ts'

/** What a command may use of its surroundings. */
export interface Surroundings {
  given: Given
  output: Output
  /** The environment as the program was started with. */
  env: Record<string, string | undefined>
  /** The server that the caller named; throws a UsageError if none is, and opens no connection by itself. */
  server(): ApiClient
}

/** A command of the table. It resolves to its exit status; nothing = 0. */
export interface Command extends LineShape {
  /** One or two words: `users create`. */
  name: string
  /** Talks to a server: it gets the flags that name one. */
  remote?: true
  /** Answers `--json`. */
  json?: true
  /** The question before what it destroys, where a line destroys something: it is asked, or answered by `--yes`. */
  destroys?(given: Given): string | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands end with nothing to say
  run(surroundings: Surroundings): Promise<number | void>
}

/** The command could not do what it was asked: the message alone, exit status 1. */
export class CommandError extends Error {}

export const EXIT = { done: 0, failed: 1, usage: 2, changes: 3 } as const
