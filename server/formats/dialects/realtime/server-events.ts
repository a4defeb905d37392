import { isRecord } from '#contract/is-record.ts'
import type { Usage } from '#contract/prices/price.ts'
import { numberOf, objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { type AudioEncoding, audioBytes, readEncoding } from './audio.ts'
import { readRealtimeUsage, readTranscriptUsage } from './usage.ts'

/**
 * The meaning of an upstream's event for the relay.
 * https://platform.openai.com/docs/api-reference/realtime-server-events
 */
export type ServerEvent =
  | {
      kind: 'session'
      input?: AudioEncoding | undefined
      output?: AudioEncoding | undefined
      transcriber: string | undefined
    }
  | { kind: 'speech'; at: 'start' | 'end'; ms: number }
  | { kind: 'committed' }
  | { kind: 'cleared' }
  | { kind: 'begun'; response: string }
  /** A piece of a response: text, or bytes of audio. */
  | { kind: 'delta'; response: string; text: string; sound: number }
  | { kind: 'done'; response: string; status: string; usage: Usage | undefined; text: string }
  | { kind: 'transcript'; usage: Usage | undefined; text: string }
  | { kind: 'error'; body: string }
  | { kind: 'other' }

const OTHER: ServerEvent = { kind: 'other' }
const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed'

/**
 * Reads an upstream's frame, with the event names of the beta and of the current API. Unknown events have no
 * meaning.
 */
export function readServerEvent(frame: string): ServerEvent {
  const event = parseObject(frame)
  const type = textOf(event?.type)
  if (!event) return OTHER
  if (type.endsWith('.delta') && type.startsWith('response.')) return delta(event, type)
  switch (type) {
    case 'session.created':
    case 'session.updated':
      return session(objectOf(event.session))
    case 'input_audio_buffer.speech_started':
      return { kind: 'speech', at: 'start', ms: numberOf(event.audio_start_ms) ?? 0 }
    case 'input_audio_buffer.speech_stopped':
      return { kind: 'speech', at: 'end', ms: numberOf(event.audio_end_ms) ?? 0 }
    case 'input_audio_buffer.committed':
      return { kind: 'committed' }
    case 'input_audio_buffer.cleared':
      return { kind: 'cleared' }
    case 'response.created':
      return { kind: 'begun', response: textOf(objectOf(event.response).id) }
    case 'response.done':
      return done(objectOf(event.response))
    case TRANSCRIBED:
      return { kind: 'transcript', usage: readTranscriptUsage(event.usage), text: textOf(event.transcript) }
    case 'error':
      return { kind: 'error', body: frame }
    default:
      return OTHER
  }
}

/** Audio is base64. All other pieces are text: written text, transcripts, arguments of tools. */
function delta(event: Record<string, unknown>, type: string): ServerEvent {
  const piece = textOf(event.delta)
  const isSound = type === 'response.audio.delta' || type === 'response.output_audio.delta'
  const response = textOf(event.response_id)
  return { kind: 'delta', response, text: isSound ? '' : piece, sound: isSound ? audioBytes(piece) : 0 }
}

function session(value: Record<string, unknown>): ServerEvent {
  const { input, output } = objectOf(value.audio)
  const transcription = value.input_audio_transcription ?? objectOf(input).transcription
  return {
    kind: 'session',
    input: readEncoding(value.input_audio_format ?? objectOf(input).format),
    output: readEncoding(value.output_audio_format ?? objectOf(output).format),
    transcriber: isRecord(transcription) ? textOf(transcription.model) || undefined : undefined,
  }
}

function done(response: Record<string, unknown>): ServerEvent {
  const parts = objectsOf(response.output).flatMap((item) => [item, ...objectsOf(item.content)])
  const text = parts.map((part) => textOf(part.text) + textOf(part.transcript) + textOf(part.arguments)).join('')
  return {
    kind: 'done',
    response: textOf(response.id),
    status: textOf(response.status),
    usage: readRealtimeUsage(response.usage),
    text,
  }
}
