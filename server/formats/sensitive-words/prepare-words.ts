import type { OptionValues } from '#contract/options.ts'
import { inSlices } from '../../platform/async/in-slices.ts'
import { WordSearch } from './word-search.ts'

type WordOptions = Pick<OptionValues, 'CheckSensitiveEnabled' | 'CheckSensitiveOnPromptEnabled' | 'SensitiveWords'>

/**
 * Returns a function that prepares the search for the operator's words; undefined = the check is off, or there are none.
 * Long lists are prepared between calls. What is ready, or being prepared, is used again while the words are the same:
 * other options change, too.
 */
export function wordSearchPreparer(): (values: WordOptions) => Promise<WordSearch | undefined> {
  let words: readonly string[] = []
  let search: Promise<WordSearch | undefined> = Promise.resolve(undefined)
  return ({ CheckSensitiveEnabled, CheckSensitiveOnPromptEnabled, SensitiveWords }) => {
    const wanted = CheckSensitiveEnabled && CheckSensitiveOnPromptEnabled ? SensitiveWords : []
    if (isSameList(words, wanted)) return search
    const prepared = wanted.length > 0 ? inSlices(WordSearch.build(wanted)) : Promise.resolve(undefined)
    words = wanted
    search = prepared
    // A list that failed is tried anew the next time.
    prepared.catch(() => {
      if (search !== prepared) return
      words = []
      search = Promise.resolve(undefined)
    })
    return prepared
  }
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index])
