import type { TFunction } from 'i18next'
import type { ErrorText } from '#contract/errors.ts'
import type { Language } from '#web/lib/language.ts'

let texts: Record<string, ErrorText> = {}

/** Loads the error texts, which are too large to bundle with a form. Without them the code is shown. */
export async function loadErrorTexts(): Promise<void> {
  const loaded = await import('#contract/errors.ts').catch(() => null)
  if (loaded) texts = loaded.errors
}

/** The parts of a zod issue used for its message. */
interface Issue {
  code?: string
  origin?: string
  format?: string
  expected?: string
  minimum?: number | bigint
  maximum?: number | bigint
  input?: unknown
}

/** Returns the message of an issue without one in the schema. */
export function issueText(issue: Issue, t: TFunction<'form'>): string {
  const { code, origin, minimum = 0, maximum = 0 } = issue
  if (code === 'too_small') {
    if (origin === 'string') return Number(minimum) <= 1 ? t('issue.required') : t('issue.tooShort', { minimum })
    return t(origin === 'array' || origin === 'set' ? 'issue.tooFew' : 'issue.tooSmall', { minimum })
  }
  if (code === 'too_big') {
    if (origin === 'string') return t('issue.tooLong', { maximum })
    return t(origin === 'array' || origin === 'set' ? 'issue.tooMany' : 'issue.tooBig', { maximum })
  }
  if (code === 'invalid_type') {
    if (Number.isNaN(issue.input)) return t('issue.number')
    const empty = issue.input === undefined || issue.input === null
    return t(empty ? 'issue.required' : issue.expected === 'int' ? 'issue.integer' : 'issue.type')
  }
  if (code === 'invalid_value') return t('issue.choice')
  return t(code === 'invalid_format' && issue.format === 'url' ? 'issue.address' : 'issue.type')
}

/**
 * Returns a field's message in the reader's language: error codes of the contract's schemas are translated, other
 * texts are returned unchanged.
 */
export function errorText(message: string | undefined, language: Language): string {
  if (!message) return ''
  return Object.hasOwn(texts, message) ? texts[message]![language] : message
}
