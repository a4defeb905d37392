/**
 * The fake upstream's tokenizer: a token is a run of non-space characters. It is not any vendor's count; it is exact
 * and easy to check by eye, which is what a test needs.
 */
export function countTokens(text: string): number {
  let count = 0
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const space = text.charCodeAt(i) <= 32
    if (!space && !inside) count++
    inside = !space
  }
  return count
}

/** Cuts a text into its tokens, each with the space before it, so that joining them gives the text back. */
export function splitTokens(text: string): string[] {
  return text.match(/\s*\S+(?:\s+$)?/g) ?? (text === '' ? [] : [text])
}

const SENTENCE = 'The quick brown fox jumps over the lazy dog and then it rests under the old tree'.split(' ')

/** `count` tokens of a fixed sentence that repeats. */
export function sampleTokens(count: number): string[] {
  return Array.from({ length: count }, (_, i) => (i === 0 ? '' : ' ') + SENTENCE[i % SENTENCE.length]!)
}
