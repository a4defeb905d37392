import { fullKey } from '#web/lib/api-key.ts'

export interface NamedKey {
  name: string
  /** Without the prefix `sk-`. */
  key: string
}

export const exportFormats = ['lines', 'env', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns tokens as text: `name    sk-key` lines (the specified format), an .env file, or JSON. */
export function exportKeys(tokens: readonly NamedKey[], format: ExportFormat, baseUrl: string): string {
  if (format === 'json') {
    return JSON.stringify(
      tokens.map(({ name, key }) => ({ name, key: fullKey(key), base_url: baseUrl })),
      null,
      2,
    )
  }
  if (format === 'lines') return tokens.map(({ name, key }) => `${name}    ${fullKey(key)}`).join('\n')
  const variables = envNames(tokens)
  const keys = tokens.map(({ key }, index) => `${variables[index]}=${fullKey(key)}`)
  return [`OPENAI_BASE_URL=${baseUrl}`, ...keys].join('\n')
}

/**
 * Returns variable names: OPENAI_API_KEY for one token; several are named after their tokens, numbered to be
 * unique.
 */
function envNames(tokens: readonly NamedKey[]): string[] {
  if (tokens.length === 1) return ['OPENAI_API_KEY']
  const taken = new Set<string>()
  return tokens.map(({ name }, index) => {
    const word = name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .toUpperCase()
    const base = `OPENAI_API_KEY_${word || index + 1}`
    let unique = base
    for (let number = 2; taken.has(unique); number++) unique = `${base}_${number}`
    taken.add(unique)
    return unique
  })
}
