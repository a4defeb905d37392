import { objectOf, objectsOf, parsedObject, textOf } from '../json.ts'
import { soundBytes } from './audio.ts'

/** What a caller's event adds to a conversation. https://platform.openai.com/docs/api-reference/realtime-client-events */
export interface Said {
  /** What the model will read: texts, instructions, tools. */
  text: string
  /** Bytes of sound that go into the buffer, where they may be dropped again. */
  buffered: number
  /** Bytes of sound inside of an item. */
  sound: number
  /** The buffer becomes a part of the conversation. */
  commits: boolean
  /** An answer is wanted now. */
  asks: boolean
}

const NOTHING: Said = { text: '', buffered: 0, sound: 0, commits: false, asks: false }

/** Reads a frame of a caller. Unknown events add nothing. */
export function said(frame: string): Said {
  const event = parsedObject(frame)
  switch (event?.type) {
    case 'input_audio_buffer.append':
      return { ...NOTHING, buffered: soundBytes(textOf(event.audio)) }
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
  const sound = content.reduce((sum, part) => sum + soundBytes(textOf(part.audio)), 0)
  return { text: texts.join('') + textOf(item.output) + textOf(item.arguments), sound }
}

const settings = ({ instructions, tools }: Record<string, unknown>) =>
  textOf(instructions) + (Array.isArray(tools) && tools.length > 0 ? JSON.stringify(tools) : '')

function ofResponse(response: Record<string, unknown>): Said {
  const items = objectsOf(response.input).map(ofItem)
  const text = settings(response) + items.map((item) => item.text).join('')
  return { ...NOTHING, text, sound: items.reduce((sum, item) => sum + item.sound, 0) }
}
