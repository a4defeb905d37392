export const STRENGTHS = ['weak', 'fair', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Character classes with their number of characters. */
const KINDS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/, 33],
  [/[^\x20-\x7e]/, 100],
]
/** Common passwords and keyboard sequences, which attackers try first. */
const COMMON = /passw[o0]rd|letmein|welcome|admin|root|iloveyou|qwert\w*|asdf\w*|zxcv\w*|abc123|123456\d*|11111+/g
/** Bits that resist offline attacks on a stolen hash for days, and for years. */
const FAIR_BITS = 40
const STRONG_BITS = 60

/**
 * Estimates how hard a password is to guess from its length and character classes. Common words, the user
 * name, repeated characters and sequences such as `4567` count as one character each. A rough estimate: no
 * password is rejected because of it.
 */
export function strengthOf(password: string, username = ''): Strength {
  const name = username.toLowerCase()
  const text = password.toLowerCase()
  const others = (name ? text.split(name).join('x') : text).replace(COMMON, 'x')
  const kinds = KINDS.reduce((sum, [kind, signs]) => sum + (kind.test(password) ? signs : 0), 0)
  const bits = worth(others) * Math.log2(Math.max(2, kinds))
  return bits >= STRONG_BITS ? 'strong' : bits >= FAIR_BITS ? 'fair' : 'weak'
}

/** Counts the characters that neither repeat nor continue the previous one. */
function worth(text: string): number {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  return codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length
}
