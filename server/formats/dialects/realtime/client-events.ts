import { objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { audioBytes } from './audio.ts'

/**
 * What a caller's event adds to a conversation.
 * https://platform.openai.com/docs/api-reference/realtime-client-events
 */
export interface ClientEvent {
  /** Text that the model will read: messages, instructions, tools. */
  text: string
  /** Bytes of audio for the input buffer, from which they may be removed again. */
  buffered: number
  /** Bytes of audio inside an item. */
  sound: number
  /** The event adds the buffer to the conversation. */
  commits: boolean
  /** The event requests a response. */
  asks: boolean
}

const NOTHING: ClientEvent = { text: '', buffered: 0, sound: 0, commits: false, asks: false }

/** Reads a caller's frame. Unknown events add nothing. */
export function readClientEvent(frame: string): ClientEvent {
  const event = parseObject(frame)
  switch (event?.type) {
    case 'input_audio_buffer.append':
      return { ...NOTHING, buffered: audioBytes(textOf(event.audio)) }
    case 'input_audio_buffer.commit':
      return { ...NOTHING, commits: true }
    case 'conversation.item.create':
      return { ...NOTHING, ...ofItem(objectOf(event.item)) }
    case 'session.update':
      return { ...NOTHING, text: settings(objectOf(event.session)) }
    case 'response.create':
      return { ...ofResponse(objectOf(event.response)), asks: true }
    default:
      return NOTHING
  }
}

function ofItem(item: Record<string, unknown>): { text: string; sound: number } {
  const content = objectsOf(item.content)
  const texts = content.map((part) => textOf(part.text) + textOf(part.transcript))
  const sound = content.reduce((sum, part) => sum + audioBytes(textOf(part.audio)), 0)
  return { text: texts.join('') + textOf(item.output) + textOf(item.arguments), sound }
}

const settings = ({ instructions, tools }: Record<string, unknown>) =>
  textOf(instructions) + (Array.isArray(tools) && tools.length > 0 ? JSON.stringify(tools) : '')

function ofResponse(response: Record<string, unknown>): ClientEvent {
  const items = objectsOf(response.input).map(ofItem)
  const text = settings(response) + items.map((item) => item.text).join('')
  return { ...NOTHING, text, sound: items.reduce((sum, item) => sum + item.sound, 0) }
}
