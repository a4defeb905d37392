/** The audio encoding of a session. */
export type AudioEncoding = 'pcm16' | 'g711'

/** 16 bits at 24 kHz, and 8 bits at 8 kHz: https://developers.openai.com/api/docs/guides/realtime-conversations */
const BYTES_PER_SECOND: Record<AudioEncoding, number> = { pcm16: 48_000, g711: 8_000 }

/**
 * One token per 100 ms of audio input, and one per 50 ms of audio output:
 * https://developers.openai.com/api/docs/guides/realtime-costs
 */
const INPUT_TOKENS_PER_MINUTE = 600
const OUTPUT_TOKENS_PER_MINUTE = 1200

/**
 * Returns the encoding in a session's settings, as named by the beta (`pcm16`) or the current API (`audio/pcm`).
 */
export function readEncoding(format: unknown): AudioEncoding | undefined {
  const name = typeof format === 'object' && format !== null ? (format as { type?: unknown }).type : format
  if (typeof name !== 'string') return undefined
  if (name === 'pcm16' || name === 'audio/pcm') return 'pcm16'
  return name.startsWith('g711') || name === 'audio/pcmu' || name === 'audio/pcma' ? 'g711' : undefined
}

/** Returns the number of audio bytes in a base64 text. */
export function audioBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

export const audioSeconds = (bytes: number, coding: AudioEncoding) => bytes / BYTES_PER_SECOND[coding]

/** Returns an unrounded estimate. */
export const inputTokens = (seconds: number) => (seconds / 60) * INPUT_TOKENS_PER_MINUTE
export const outputTokens = (seconds: number) => (seconds / 60) * OUTPUT_TOKENS_PER_MINUTE
