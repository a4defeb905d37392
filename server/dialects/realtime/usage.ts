import { tokensUsed, type Usage } from '#contract/price.ts'
import { countOf, isObject, numberOf, objectOf } from '../json.ts'

/** Tokens that no response can have. */
const TOO_MANY = 1_000_000_000

/**
 * Splits the usage of `response.done` into disjoint components. Cached tokens are inside of the input, and cost the same
 * whether they were text or audio (https://developers.openai.com/api/docs/guides/realtime-costs). undefined when it
 * counts nothing, or more than a response can have.
 */
export function readRealtimeUsage(value: unknown): Usage | undefined {
  const usage = objectOf(value)
  const given = [usage.input_tokens, usage.output_tokens, usage.total_tokens]
  if (given.some((count) => typeof count === 'number' && !(count <= TOO_MANY))) return undefined
  const details = objectOf(usage.input_token_details ?? usage.input_tokens_details)
  const made = objectOf(usage.output_token_details ?? usage.output_tokens_details)
  const [text, audio, image] = [
    countOf(details.text_tokens),
    countOf(details.audio_tokens),
    countOf(details.image_tokens),
  ]
  const input = Math.max(countOf(usage.input_tokens), text + audio + image)
  const output = Math.max(countOf(usage.output_tokens), countOf(made.text_tokens) + countOf(made.audio_tokens))
  if (input + output === 0) return undefined
  const cached = cachedOf(details, { text: input - audio - image, audio, image })
  const audioOutput = Math.min(countOf(made.audio_tokens), output)
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

/** Of each kind, how many were cached; never more than there were. What nobody says the kind of was text first. */
function cachedOf(details: Record<string, unknown>, all: ByKind): ByKind {
  const kinds = objectOf(details.cached_tokens_details)
  const cached = {
    text: Math.min(countOf(kinds.text_tokens), all.text),
    audio: Math.min(countOf(kinds.audio_tokens), all.audio),
    image: Math.min(countOf(kinds.image_tokens), all.image),
  }
  let rest = Math.max(0, countOf(details.cached_tokens) - cached.text - cached.audio - cached.image)
  for (const kind of ['text', 'audio', 'image'] as const) {
    const more = Math.min(rest, all[kind] - cached[kind])
    cached[kind] += more
    rest -= more
  }
  return cached
}

/** Transcripts that are paid by the minute count as so many tokens of text, at which their price is set. */
const TRANSCRIPT_TOKENS_PER_MINUTE = 200

/**
 * The usage of a transcript of what the user said, which is paid like a transcription and not like the session's model
 * (https://developers.openai.com/api/docs/guides/realtime-costs): by tokens, or by seconds.
 */
export function readTranscriptUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined
  const seconds = numberOf(value.seconds)
  if (seconds === undefined) return readRealtimeUsage(value)
  const tokens = countOf(Math.ceil((seconds * TRANSCRIPT_TOKENS_PER_MINUTE) / 60))
  return tokens > 0 ? tokensUsed(0, tokens) : undefined
}
