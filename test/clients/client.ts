import type { Installation } from './install.ts'

/** A program that calls the server as its users would have it do. */
export interface Client {
  name: string
  /** What is installed for it from npm, with exact versions. */
  packages: readonly string[]
  /** How many seconds the client may take for one question. */
  seconds: number
  /** The command line that asks a question without a terminal, and its environment. */
  ask(asked: Question): Command
  /** The call of the client's tool by which a model has it run a shell command. */
  shell(command: string, offered: readonly string[]): { tool: string; arguments: object }
  /** The client replaces its conversation by a summary when it has become this long, in tokens. */
  compactsAt?: number
  /** Whether an earlier session can be carried on with another model; `converted`: not one that OpenAI has stored. */
  resumes: boolean | 'converted'
}

export interface Question {
  installed: Installation
  /** The server, without a path. */
  url: string
  /** A token of the server. */
  key: string
  model: string
  prompt: string
  /** A folder for the client's settings and sessions, kept through a test. */
  home: string
  /** More of the client's settings, as it writes them. */
  settings: string
  /** Carries on the last session of this home. */
  resume: boolean
}

export interface Command {
  line: string[]
  env?: Record<string, string>
  /** Where it runs; absent = in a folder of the home. */
  folder?: string
  /** Files of the home that must be there before, by their paths. */
  files?: Record<string, string>
}

/** What a client said. */
export interface Ran {
  output: string
  errors: string
}
