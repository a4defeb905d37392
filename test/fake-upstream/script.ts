/** What a model says, call by call, where a test needs more than one kind of answer. */
export type Script = (asked: Asked) => Scripted

export interface Asked {
  /** The whole request, as JSON text. */
  text: string
  /** Names of the tools that are offered. */
  tools: readonly string[]
}

/** A text, or a call of a tool. `promptTokens` replaces the counted ones. */
export type Scripted = ({ text: string } | { tool: string; arguments: object }) & { promptTokens?: number }
