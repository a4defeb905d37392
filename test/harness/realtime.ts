import { until } from './until.ts'

type Event = Record<string, unknown> & { type: string }

/** A caller of a realtime session. */
export interface Talker {
  /** What has come, in order; frames that are no JSON as an event of the type `raw`. */
  events: Event[]
  /** The sub-protocol that was agreed on. */
  protocol(): string
  send(event: object | string | Buffer): void
  /** Resolves with the `n`th event of a type. */
  event(type: string, n?: number): Promise<Event>
  /** Asks with a text and waits for the end of the answer; answers the event. */
  ask(text: string): Promise<Event>
  closed: Promise<{ code: number; reason: string }>
  close(code?: number): void
  terminate(): void
  pause(): void
  resume(): void
}

export interface Asked {
  token?: string
  protocols?: string[]
  headers?: Record<string, string>
}

type PausableSocket = WebSocket & { pause(): void; resume(): void; terminate(): void }

/** Opens a session at a server; rejects when the handshake is refused, with what the runtime says of it. */
export function talk(url: string, query: string, { token, protocols = [], headers = {} }: Asked = {}): Promise<Talker> {
  const shown = token ? { authorization: `Bearer ${token}`, ...headers } : headers
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/realtime${query}`, {
    headers: shown,
    protocols,
  } as never) as PausableSocket
  const { promise, resolve, reject } = Promise.withResolvers<Talker>()
  const ended = Promise.withResolvers<{ code: number; reason: string }>()
  const events: Event[] = []
  const talker: Talker = {
    events,
    protocol: () => socket.protocol,
    send(event) {
      const isFrame = typeof event === 'string' || Buffer.isBuffer(event)
      socket.send((isFrame ? event : JSON.stringify(event)) as string)
    },
    async event(type, n = 1) {
      const found = () => events.filter((event) => event.type === type)[n - 1]
      await until(() => found() !== undefined)
      return found() as Event
    },
    async ask(text) {
      const before = events.filter(({ type }) => type === 'response.done').length
      talker.send(itemOf(text))
      talker.send({ type: 'response.create' })
      return talker.event('response.done', before + 1)
    },
    closed: ended.promise,
    close: (code = 1000) => socket.close(code),
    terminate: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
  socket.binaryType = 'nodebuffer' as BinaryType
  socket.onopen = () => resolve(talker)
  socket.onmessage = ({ data }) => events.push(parsed(String(data)))
  socket.onerror = (event) => reject(new Error(String((event as { message?: unknown }).message)))
  socket.onclose = ({ code, reason }) => ended.resolve({ code, reason })
  return promise
}

/** What a user writes. */
export const itemOf = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})

/** Sound of so many milliseconds. */
export const soundOf = (ms: number) => ({
  type: 'input_audio_buffer.append',
  audio: Buffer.alloc(48 * ms).toString('base64'),
})

function parsed(text: string): Event {
  try {
    return JSON.parse(text) as Event
  } catch {
    return { type: 'raw', length: text.length }
  }
}
