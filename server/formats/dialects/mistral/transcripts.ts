import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { numberOf, parseObject, readTokenCount, textOf, withoutUndefined } from '../json.ts'
import { LineReframer } from '../reframer.ts'

/**
 * Mistral's transcripts in OpenAI's form: https://docs.mistral.ai/api/endpoint/audio/transcriptions,
 * https://platform.openai.com/docs/api-reference/audio
 */

/** Voxtral hears 12.5 tokens a second. Mistral charges by the second, and for nothing else. */
const TOKENS_PER_SECOND = 12.5

/**
 * Returns a usage in OpenAI's form, in which the seconds of sound are audio tokens. Mistral counts its tokens by windows of
 * 30 seconds, and does not charge them.
 */
function toUsage(usage: unknown): JsonObject | undefined {
  if (!isRecord(usage)) return undefined
  const seconds = numberOf(usage.prompt_audio_seconds) ?? 0
  if (seconds <= 0) return undefined
  const sound = Math.ceil(seconds * TOKENS_PER_SECOND)
  const output_tokens = readTokenCount(usage.completion_tokens)
  return {
    type: 'tokens',
    input_tokens: sound,
    input_token_details: { audio_tokens: sound, text_tokens: 0 },
    output_tokens,
    total_tokens: sound + output_tokens,
  }
}

/** Converts a whole transcript; another text stays as it is. */
export function toTranscript(text: string): string {
  const answer = parseObject(text)
  if (!answer || typeof answer.text !== 'string') return text
  return JSON.stringify(withoutUndefined({ ...answer, usage: toUsage(answer.usage) }))
}

/** Converts the events of a streamed transcript. */
export function reframeTranscript(): LineReframer {
  let segments = 0
  return new LineReframer((line) => {
    if (!line.startsWith('data:')) return ''
    const event = toEvent(parseObject(line.slice('data:'.length)), () => segments++)
    return event ? `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n` : ''
  })
}

function toEvent(event: JsonObject | undefined, nextSegment: () => number): JsonObject | undefined {
  switch (event?.type) {
    case 'transcription.text.delta':
      return { type: 'transcript.text.delta', delta: textOf(event.text) }
    case 'transcription.segment': {
      const { start, end, text, speaker_id: speaker } = event
      const id = `seg_${nextSegment()}`
      return withoutUndefined({ type: 'transcript.text.segment', id, start, end, text, speaker: speaker ?? undefined })
    }
    case 'transcription.done':
      return withoutUndefined({ type: 'transcript.text.done', text: textOf(event.text), usage: toUsage(event.usage) })
    case 'transcription.language':
      return undefined
    default:
      // An error, which the reader of the stream finds.
      return event
  }
}
