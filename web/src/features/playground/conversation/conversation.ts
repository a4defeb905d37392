import type { KeptFile } from '../files/file-kinds.ts'

/** Statistics of an answer. */
export interface AnswerFacts {
  requestId: string
  model?: string
  /** Milliseconds from sending until the first token, and until the end. */
  firstMs?: number
  totalMs?: number
  promptTokens?: number
  completionTokens?: number
}

/** A function that the model asks for. */
export interface ToolCall {
  id: string
  name: string
  /** JSON text as the model wrote it. */
  arguments: string
}

/** What a called function returned, as the user typed it. */
export interface ToolResult {
  id: string
  name: string
  content: string
}

export interface Message {
  id: string
  /**
   * Id of the preceding message; null for a first one. Messages with the same parent are versions of each other.
   */
  parent: string | null
  /** `tool`: the results of the functions that the preceding answer called. */
  role: 'user' | 'assistant' | 'tool'
  content: string
  files?: readonly KeptFile[]
  toolCalls?: readonly ToolCall[]
  results?: readonly ToolResult[]
  /** The reasoning text of a reasoning model. */
  reasoning?: string
  /** State of an answer: streaming, complete, stopped by the user, or ended by an error. */
  state: 'writing' | 'complete' | 'stopped' | 'failed'
  error?: string
  facts?: AnswerFacts
  /** The context was cleared after this message: it and earlier messages are no longer sent. */
  cleared?: boolean
}

/** The messages of a model in a conversation, with all their versions. */
export interface Conversation {
  /** Changes when the messages are deleted; "" = there are none. */
  id: string
  messages: readonly Message[]
  /** The last message of the shown branch; null at the start. */
  head: string | null
}

/** The settings that all models share. Null and "" are not sent, nor is a missing token limit. */
export interface SharedSettings {
  /** "" = the user's own group. */
  group: string
  temperature: number | null
  maxTokens: number | null
  system: string
  /** Valid JSON of the functions that the model may call; "" = none. */
  tools: string
  /** Valid JSON schema of the answer; "" = text. */
  schema: string
}

/** The settings of a request. */
export interface Settings extends SharedSettings {
  model: string
}

/** The range of the slider. */
export const TEMPERATURE = { min: 0.1, max: 1, step: 0.1, first: 0.7 }
export const FIRST_MODEL = 'gpt-4o-mini'
export const DEFAULT_SHARED: SharedSettings = {
  group: '',
  temperature: null,
  maxTokens: 0,
  system: 'You are a helpful assistant. You can help me by answering my questions. You can also ask me questions.',
  tools: '',
  schema: '',
}
export const DEFAULT_SETTINGS: Settings = { ...DEFAULT_SHARED, model: '' }

/** Returns the messages with one of them patched. */
export function patchMessage(messages: readonly Message[], id: string, patch: Partial<Message>): Message[] {
  return messages.map((message) => (message.id === id ? { ...message, ...patch } : message))
}
