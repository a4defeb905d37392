import { parseEvents } from '#server/calls/upstream/answers/parse-events.ts'
import { EventBuffer } from '#server/formats/body/event-buffer.ts'
import { collectAnswer } from '#server/formats/dialects/collect.ts'
import type { ChatAnswer, ChatRequest, Part, Turn } from '#server/formats/dialects/conversation.ts'
import type { UpstreamDialect } from '#server/formats/dialects/dialect.ts'
import type { Reframer } from '#server/formats/dialects/reframer.ts'

/** What a stream comes to that arrives in parts of `size` bytes. */
export function readCut(dialect: UpstreamDialect, bytes: Buffer, size: number, reframer?: Reframer): ChatAnswer {
  const reader = dialect.streamReader('id')
  const buffer = new EventBuffer()
  const said = []
  const take = (part: Buffer | undefined) => {
    const events = part && buffer.push(part)
    if (events) said.push(...parseEvents(events, reader))
  }
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size)
    take(reframer ? reframer.push(part) : part)
  }
  take(reframer?.end())
  const rest = buffer.takeRest()
  if (rest) said.push(...parseEvents(rest, reader))
  return collectAnswer(said)
}

/** A request for a chat with nothing but what is given. */
export const asked = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  system: [],
  turns: [user('你好')],
  tools: [],
  stream: false,
  stop: [],
  ...fields,
})

export const user = (...parts: (string | Part)[]): Turn => ({ role: 'user', parts: parts.map(partOf) })
export const assistant = (...parts: (string | Part)[]): Turn => ({ role: 'assistant', parts: parts.map(partOf) })
export const call = (id: string, name: string, text = '{"city":"北京"}'): Part => ({
  kind: 'tool_call',
  id,
  name,
  arguments: text,
})
export const result = (id: string, text: string): Part => ({
  kind: 'tool_result',
  id,
  content: [{ kind: 'text', text }],
})
export const image: Part = { kind: 'image', source: { url: 'https://example.com/cat.png' } }
export const audio: Part = { kind: 'audio', source: { mediaType: 'audio/wav', data: 'AAAA' } }

const partOf = (part: string | Part): Part => (typeof part === 'string' ? { kind: 'text', text: part } : part)
