/** How sound is coded in a session. */
export type AudioCoding = 'pcm16' | 'g711'

/** 16 bits at 24 kHz, and 8 bits at 8 kHz: https://developers.openai.com/api/docs/guides/realtime-conversations */
const BYTES_PER_SECOND: Record<AudioCoding, number> = { pcm16: 48_000, g711: 8_000 }

/**
 * A token for 100 ms that were heard, and one for 50 ms that were spoken:
 * https://developers.openai.com/api/docs/guides/realtime-costs
 */
const INPUT_TOKENS_PER_MINUTE = 600
const OUTPUT_TOKENS_PER_MINUTE = 1200

/** The coding that a session's settings name, in the words of the beta (`pcm16`) or of today (`audio/pcm`). */
export function codingOf(format: unknown): AudioCoding | undefined {
  const name = typeof format === 'object' && format !== null ? (format as { type?: unknown }).type : format
  if (typeof name !== 'string') return undefined
  if (name === 'pcm16' || name === 'audio/pcm') return 'pcm16'
  return name.startsWith('g711') || name === 'audio/pcmu' || name === 'audio/pcma' ? 'g711' : undefined
}

/** Bytes of sound in a base64 text. */
export function soundBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

export const secondsOf = (bytes: number, coding: AudioCoding) => bytes / BYTES_PER_SECOND[coding]

/** An estimate, not rounded. */
export const inputTokens = (seconds: number) => (seconds / 60) * INPUT_TOKENS_PER_MINUTE
export const outputTokens = (seconds: number) => (seconds / 60) * OUTPUT_TOKENS_PER_MINUTE
