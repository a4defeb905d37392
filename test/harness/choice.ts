/**
 * Reads the variable that chooses among words, as a comma list. Refuses any other word: a run that chooses nothing would
 * pass without a test.
 */
export function choiceOf<Word extends string>(variable: string, words: readonly Word[], missing: Word[]): Word[] {
  const given = process.env[variable]
  if (!given) return missing
  return given.split(',').map((name) => {
    const word = words.find((each) => each === name)
    if (!word) throw new Error(`${variable}=${given}: give ${words.join(' or ')}, or several of them with commas`)
    return word
  })
}
