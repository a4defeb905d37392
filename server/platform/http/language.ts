import type { Language } from '#contract/errors.ts'

/**
 * Returns the language of a reply: the one that an Accept-Language header prefers, else that of the caller's account,
 * else the site's. Most programs send no such header.
 */
export function replyLanguage(
  header: string | undefined,
  account: Language | '' | undefined,
  site: Language,
): Language {
  if (!header) return account || site
  if (last.header !== header) last = { header, language: requestedLanguage(header) }
  return last.language ?? (account || site)
}

/** What was read last: callers repeat their headers. */
let last: { header: string; language: Language | undefined } = { header: '', language: undefined }

/** Returns the supported language that an Accept-Language header prefers; undefined = it contains none. */
export function requestedLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined
  let best: Language | undefined
  let bestWeight = 0
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = qualityOf(parameters)
    const language = /^zh\b/.test(tag) ? 'zh' : /^en\b/.test(tag) ? 'en' : undefined
    if (language && weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}

function qualityOf(parameters: string[]): number {
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
  return quality === undefined ? 1 : Number(quality) || 0
}
