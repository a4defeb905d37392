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

export interface Message {
  id: string
  /**
   * Id of the preceding message; null for a first one. Messages with the same parent are versions of each other.
   */
  parent: string | null
  role: 'user' | 'assistant'
  content: string
  /** The reasoning text of a reasoning model. */
  reasoning?: string
  /** State of an answer: streaming, complete, stopped by the user, or ended by an error. */
  state: 'writing' | 'complete' | 'stopped' | 'failed'
  error?: string
  facts?: AnswerFacts
  /** The context was cleared after this message: it and earlier messages are no longer sent. */
  cleared?: boolean
}

/** The user's settings. Null and "" are not sent, nor is a missing token limit: the model's default applies. */
export interface Settings {
  /** "" = the user's own group. */
  group: string
  model: string
  temperature: number | null
  maxTokens: number | null
  system: string
}

/** The range of the slider. */
export const TEMPERATURE = { min: 0.1, max: 1, step: 0.1, first: 0.7 }
export const FIRST_MODEL = 'gpt-4o-mini'
export const DEFAULT_SETTINGS: Settings = {
  group: '',
  model: '',
  temperature: null,
  maxTokens: 0,
  system: 'You are a helpful assistant. You can help me by answering my questions. You can also ask me questions.',
}

/** An OpenAI chat request, with the group parameter of the playground endpoint. */
export interface ChatRequest {
  model: string
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[]
  stream: true
  stream_options: { include_usage: true }
  temperature?: number
  max_tokens?: number
  group?: string
}

/** Returns the messages in context: those after the last clearing. */
export function contextOf(messages: readonly Message[]): Message[] {
  return messages.slice(messages.findLastIndex(({ cleared }) => cleared) + 1)
}

/** Builds the request for an answer to these messages; empty answers are omitted, since vendors reject them. */
export function requestOf(settings: Settings, messages: readonly Message[]): ChatRequest {
  const { group, model, temperature, maxTokens, system } = settings
  return {
    model,
    messages: [
      ...(system.trim() ? [{ role: 'system' as const, content: system }] : []),
      ...contextOf(messages)
        .filter(({ content }) => content !== '')
        .map(({ role, content }) => ({ role, content })),
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && maxTokens >= 1 && { max_tokens: Math.floor(maxTokens) }),
    ...(group && { group }),
  }
}

/** Returns the messages with one of them patched. */
export function patchMessage(messages: readonly Message[], id: string, patch: Partial<Message>): Message[] {
  return messages.map((message) => (message.id === id ? { ...message, ...patch } : message))
}
