import type { Words } from '#contract/words.ts'

/** What a row's `other` says in both languages, where the content is in the gateway's own words; null = nothing. */
export function messageIn(other: string): Words | null {
  if (!other) return null
  try {
    const { message } = JSON.parse(other) as { message?: Partial<Words> }
    return typeof message?.zh === 'string' && typeof message.en === 'string' ? { zh: message.zh, en: message.en } : null
  } catch {
    return null
  }
}
