import type { Installation } from './install.ts'

/** A program that calls the server as its users would have it do. */
export interface Client {
  name: string
  /** What is installed for it from npm, with exact versions. */
  packages: readonly string[]
  /** How many seconds the client may take for one question. */
  seconds: number
  /** Where the client finds the server, as its users set it and `docs/start/clients.md` shows it. */
  setup(server: Server): Setup
  /** The command line that asks a question without a terminal, and its environment. */
  ask(asked: Question): Command
  /** The call of the client's tool by which a model has it run a shell command. */
  shell(command: string, offered: readonly string[]): { tool: string; arguments: object }
  /** The settings with which it streams; absent = it always does. */
  stream?: string
  /**
   * How the client replaces its conversation by a summary: at a length in tokens, or when its user says a command. It asks the model
   * for the summary with the words `asksFor`.
   */
  compaction?: { asksFor: string } & ({ atTokens: number } | { command: string })
  /** Whether an earlier session can be carried on with another model; `converted`: not one that OpenAI has stored. */
  resumes: boolean | 'converted'
}

/** A server and one of its models. */
export interface Server {
  /** Its address, without a path. */
  url: string
  /** A token of the server. */
  key: string
  model: string
  /** The models of the conversation so far, for clients that must know them. */
  models: readonly string[]
  /** More of the client's settings, as it writes them. */
  settings?: string
}

export interface Setup {
  env?: Record<string, string>
  /** Texts of files, by their paths below the user's home. */
  files?: Record<string, string>
}

export interface Question extends Server {
  installed: Installation
  prompt: string
  /** A folder for the client's settings and sessions, kept through a test. */
  home: string
  /** Carries on the last session of this home. */
  resume: boolean
}

export interface Command {
  line: string[]
  /** What the client needs besides its setup. */
  env?: Record<string, string>
  /** Where it runs; absent = in a folder of the home. */
  folder?: string
}

/** What a client said. */
export interface Ran {
  output: string
  errors: string
}
