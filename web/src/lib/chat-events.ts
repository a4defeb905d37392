/** Content of one event of a streamed chat. */
export interface ChatEvent {
  content?: string
  reasoning?: string
  toolCalls?: readonly ToolCallPiece[]
  usage?: { promptTokens: number; completionTokens: number }
  /** The stream failed; a text for the user. */
  error?: string
  isEnd?: boolean
}

/** A piece of a call of a function; the first one of an index has id and name. */
export interface ToolCallPiece {
  index: number
  id?: string | undefined
  name?: string | undefined
  arguments?: string | undefined
}

const EVENT_END = /\r?\n\r?\n/

/** Splits a text stream into the data of its server-sent events. Comments and other fields are skipped. */
export async function* eventData(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let rest = ''; ; ) {
      const { done, value = '' } = await reader.read()
      const events = (rest + value).split(EVENT_END)
      rest = done ? '' : (events.pop() ?? '')
      for (const event of events) {
        const data = dataOf(event)
        if (data !== '') yield data
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function dataOf(event: string): string {
  return event
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    .join('\n')
}

interface Chunk {
  choices?: {
    delta?: { content?: unknown; reasoning_content?: unknown; reasoning?: unknown; tool_calls?: unknown }
  }[]
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null
  error?: { message?: unknown } | string
}

/** Reads the data of one event; invalid chunks yield an empty event. */
export function readEvent(data: string): ChatEvent {
  if (data === '[DONE]') return { isEnd: true }
  const chunk = parse(data)
  if (!chunk) return {}
  if (chunk.error) return { error: errorText(chunk.error) }
  const delta = chunk.choices?.[0]?.delta
  const { usage } = chunk
  return {
    ...(typeof delta?.content === 'string' && delta.content && { content: delta.content }),
    ...reasoningOf(delta?.reasoning_content ?? delta?.reasoning),
    ...toolCallsOf(delta?.tool_calls),
    ...(usage && {
      usage: { promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0 },
    }),
  }
}

/** Returns the message of a response that is an error in OpenAI's format, or undefined. */
export function errorOf(body: string): string | undefined {
  const { error } = parse(body) ?? {}
  return error ? errorText(error) : undefined
}

const reasoningOf = (text: unknown) => (typeof text === 'string' && text ? { reasoning: text } : {})

function toolCallsOf(given: unknown): Pick<ChatEvent, 'toolCalls'> {
  if (!Array.isArray(given) || given.length === 0) return {}
  const pieces = given.map((piece, at): ToolCallPiece => {
    const { index, id, function: called } = piece ?? {}
    return {
      index: typeof index === 'number' ? index : at,
      id: textOr(id),
      name: textOr(called?.name),
      arguments: textOr(called?.arguments),
    }
  })
  return { toolCalls: pieces }
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined)

const errorText = (error: NonNullable<Chunk['error']>) =>
  typeof error === 'string' ? error : String(error.message ?? JSON.stringify(error))

function parse(text: string): Chunk | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
