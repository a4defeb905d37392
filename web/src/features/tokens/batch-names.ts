import { TOKEN_NAME_MAX } from '#contract/api/tokens.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUFFIX = 6

/**
 * Returns names for `count` tokens: the first is the name itself, the others get `-` and 6 random letters or
 * digits. A long name is cut so that the suffix fits.
 */
export function batchNames(name: string, count: number): string[] {
  const stem = [...name].slice(0, TOKEN_NAME_MAX - SUFFIX - 1).join('')
  const names = new Set([name])
  while (names.size < count) names.add(`${stem}-${randomSuffix()}`)
  return [...names]
}

function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(SUFFIX))
  return Array.from(bytes, (value) => letters[value % letters.length]).join('')
}
