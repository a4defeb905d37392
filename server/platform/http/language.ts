import type { Language } from '#contract/errors.ts'

/** Returns the language that an Accept-Language header prefers; `fallback` where it contains no supported one. */
export function preferredLanguage(header: string | undefined, fallback: Language): Language {
  return requestedLanguage(header) ?? fallback
}

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
