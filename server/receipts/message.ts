import type { Words } from '#contract/words.ts'

/** Reads the bilingual message in a row's `other`, if the content is our own text; null = none. */
export function readMessage(other: string): Words | null {
  if (!other) return null
  try {
    const { message } = JSON.parse(other) as { message?: Partial<Words> }
    return typeof message?.zh === 'string' && typeof message.en === 'string' ? { zh: message.zh, en: message.en } : null
  } catch {
    return null
  }
}
