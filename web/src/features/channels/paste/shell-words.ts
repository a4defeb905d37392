/**
 * Splits a command line into words as a shell does: quotes, backslashes, and continued lines (`\`, `^` or a
 * backtick at their end). Nothing is expanded.
 */
export function shellWords(text: string): string[] {
  const joined = text.replace(/[\\^`]\r?\n/g, ' ')
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < joined.length; at++) {
    const char = joined.charAt(at)
    if (quote) {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"') word = (word ?? '') + joined.charAt(++at)
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\') word = (word ?? '') + joined.charAt(++at)
    else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  return word === undefined ? words : [...words, word]
}
