/** A flag of a command, `--name`. */
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

/** What a line of a command may hold, and what its help says. */
export interface LineShape {
  summary: string
  arguments?: readonly Argument[]
  flags?: Readonly<Record<string, Flag>>
  /** What the help adds to the list of flags. */
  details?: string
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

export class UsageError extends Error {}
export function readLine(shape: Pick<LineShape, 'flags' | 'arguments'>, line: string[]): Given
export function asksFor(line: readonly string[]): 'help' | 'version' | undefined
export function helpOf(start: string, shape: LineShape): string
export function columns(rows: readonly (readonly [string, string])[]): string[]
export function readArguments(start: string, shape: LineShape, version: string, line?: string[]): Given
