import { isRecord } from '#contract/is-record.ts'
import { tokensUsed, type Usage } from '#contract/prices/price.ts'
import { numberOf, objectOf, readTokenCount } from '../json.ts'

/** More tokens than any response can have. */
const MAX_TOKENS = 1_000_000_000

/**
 * Splits the usage of `response.done` into disjoint components. Cached tokens are included in the input, and cost
 * the same for text and audio (https://developers.openai.com/api/docs/guides/realtime-costs). Returns undefined if
 * it counts nothing, or more than a response can have.
 */
export function readRealtimeUsage(value: unknown): Usage | undefined {
  const usage = objectOf(value)
  const given = [usage.input_tokens, usage.output_tokens, usage.total_tokens]
  if (given.some((count) => typeof count === 'number' && !(count <= MAX_TOKENS))) return undefined
  const details = objectOf(usage.input_token_details ?? usage.input_tokens_details)
  const made = objectOf(usage.output_token_details ?? usage.output_tokens_details)
  const [text, audio, image] = [
    readTokenCount(details.text_tokens),
    readTokenCount(details.audio_tokens),
    readTokenCount(details.image_tokens),
  ]
  const input = Math.max(readTokenCount(usage.input_tokens), text + audio + image)
  const output = Math.max(
    readTokenCount(usage.output_tokens),
    readTokenCount(made.text_tokens) + readTokenCount(made.audio_tokens),
  )
  if (input + output === 0) return undefined
  const cached = cachedOf(details, { text: input - audio - image, audio, image })
  const audioOutput = Math.min(readTokenCount(made.audio_tokens), output)
  return {
    ...tokensUsed(input - audio - image - cached.text, output - audioOutput),
    cacheRead: cached.text + cached.audio + cached.image,
    audioInput: audio - cached.audio,
    imageInput: image - cached.image,
    audioOutput,
  }
}

interface ByKind {
  text: number
  audio: number
  image: number
}

/**
 * Returns the cached tokens of each kind, at most the input tokens of that kind. Cached tokens of unknown kind
 * count as text first.
 */
function cachedOf(details: Record<string, unknown>, all: ByKind): ByKind {
  const kinds = objectOf(details.cached_tokens_details)
  const cached = {
    text: Math.min(readTokenCount(kinds.text_tokens), all.text),
    audio: Math.min(readTokenCount(kinds.audio_tokens), all.audio),
    image: Math.min(readTokenCount(kinds.image_tokens), all.image),
  }
  let rest = Math.max(0, readTokenCount(details.cached_tokens) - cached.text - cached.audio - cached.image)
  for (const kind of ['text', 'audio', 'image'] as const) {
    const more = Math.min(rest, all[kind] - cached[kind])
    cached[kind] += more
    rest -= more
  }
  return cached
}

/** Transcripts charged by the minute count as this many text tokens, on which their price is based. */
const TRANSCRIPT_TOKENS_PER_MINUTE = 200

/**
 * Reads the usage of a transcript of the user's audio. It is charged like a transcription and not at the price of
 * the session's model (https://developers.openai.com/api/docs/guides/realtime-costs): by tokens, or by seconds.
 */
export function readTranscriptUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const seconds = numberOf(value.seconds)
  if (seconds === undefined) return readRealtimeUsage(value)
  const tokens = readTokenCount(Math.ceil((seconds * TRANSCRIPT_TOKENS_PER_MINUTE) / 60))
  return tokens > 0 ? tokensUsed(0, tokens) : undefined
}
