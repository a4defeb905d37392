/** What an answer took. */
export interface AnswerFacts {
  requestId: string
  model?: string
  /** Milliseconds from sending until the first word, and until the end. */
  firstMs?: number
  totalMs?: number
  promptTokens?: number
  completionTokens?: number
}

export interface Message {
  id: string
  /** The message that it follows; null for a first one. Messages that follow the same one are versions of each other. */
  parent: string | null
  role: 'user' | 'assistant'
  content: string
  /** What a reasoning model thought before it answered. */
  reasoning?: string
  /** Of an answer: still being written, complete, ended by the reader, or broken off by an error. */
  state: 'writing' | 'complete' | 'stopped' | 'failed'
  error?: string
  facts?: AnswerFacts
  /** The context was cleared behind this message: it and those before are no longer sent. */
  cleared?: boolean
}

/** What the reader chose. Null, "" and no tokens are not sent: the model's own value counts. */
export interface Settings {
  /** "" = the user's own group. */
  group: string
  model: string
  temperature: number | null
  maxTokens: number | null
  system: string
}

/** What the slider offers. */
export const TEMPERATURE = { min: 0.1, max: 1, step: 0.1, first: 0.7 }
export const FIRST_MODEL = 'gpt-4o-mini'
export const DEFAULT_SETTINGS: Settings = {
  group: '',
  model: '',
  temperature: null,
  maxTokens: 0,
  system: 'You are a helpful assistant. You can help me by answering my questions. You can also ask me questions.',
}

/** A request of the OpenAI chat format, with the group that the playground's call takes beside it. */
export interface ChatRequest {
  model: string
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[]
  stream: true
  stream_options: { include_usage: true }
  temperature?: number
  max_tokens?: number
  group?: string
}

/** The messages that still count: those behind the last clearing. */
export function contextOf(messages: readonly Message[]): Message[] {
  return messages.slice(messages.findLastIndex(({ cleared }) => cleared) + 1)
}

/** The call for an answer to these messages; empty answers are left out, since vendors refuse them. */
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

/** A message with a new text or state; the others stay as they are. */
export function patchMessage(messages: readonly Message[], id: string, patch: Partial<Message>): Message[] {
  return messages.map((message) => (message.id === id ? { ...message, ...patch } : message))
}
