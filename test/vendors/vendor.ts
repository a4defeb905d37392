/** The calls that are tried at every vendor. */
export type TextOperation = keyof typeof V1

/** How one vendor answers, and what a call through its channel type must look like there. */
export interface Vendor {
  /** Channel type. */
  type: number
  /** Fields of the channel beside name, key, models and address. */
  fields?: Record<string, unknown>
  /** What the address of the channel ends with. */
  base?: string
  /** Path and query of each kind of call that it serves; MODEL stands for the model. */
  paths: Partial<Record<TextOperation, string>>
  /** Its credential headers; KEY stands for the key. Bearer by default. */
  headers?: Record<string, string>
  /** What becomes of a caller's fields. */
  body?: { given: object; sent: object }[]
  /** What becomes of the wish for usage of streams. */
  streamOptions: 'asked' | 'kept' | 'dropped'
  /** A whole answer, and the prompt and completion tokens in it. Default: as OpenAI answers. */
  json?: { text: string; usage: readonly [number, number] }
  /** A stream. `passed`: what the caller gets of it, where that is not all. */
  stream?: { text: string; passed?: string; usage: readonly [number, number] }
  errors?: VendorError[]
}

export interface VendorError {
  name: string
  /** Of the upstream. */
  status: number
  body: string
  headers?: Record<string, string>
  /** `elsewhere`: another channel gets the call. Otherwise the status for the caller, who is told `message`. */
  outcome: 'elsewhere' | { status: number; message: string }
  /** Whether the channel is switched off. */
  disables?: boolean
}

const json = JSON.stringify
export const event = (chunk: object) => `data: ${json(chunk)}\n\n`
export const DONE = 'data: [DONE]\n\n'
/** A chunk with text; of a finish reason the last one. */
export const chunk = (content: string, finish: string | null = null, more: object = {}) =>
  event({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
    ...more,
  })
export const usage = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
})
/** Usage as a chunk of its own, as OpenAI sends it. */
const usageChunk = event({ object: 'chat.completion.chunk', choices: [], usage: usage(9, 3) })

export const PLAIN_JSON = {
  text: json({ id: 'x', choices: [{ message: { role: 'assistant', content: 'hi' } }], usage: usage(5, 7) }),
  usage: [5, 7],
} as const
/** The usage chunk was asked for by the gateway alone, so it is taken out. */
export const PLAIN_STREAM = {
  text: chunk('hi') + chunk('', 'stop') + usageChunk + DONE,
  passed: chunk('hi') + chunk('', 'stop') + DONE,
  usage: [9, 3],
} as const
/** Usage in the last chunk, unasked. */
export const LAST_CHUNK_STREAM = {
  text: chunk('hi') + chunk('', 'stop', { usage: usage(13, 8) }) + DONE,
  usage: [13, 8],
} as const

/** An error in OpenAI's shape. */
export const error = (parts: object) => json({ error: parts })
/** OpenAI's paths. */
export const V1 = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  moderations: '/v1/moderations',
}
