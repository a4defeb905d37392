/** Searches a text for any of many words. */
export interface Matcher {
  /** Whether a text contains a word, ignoring case. */
  matches(text: string): boolean
  /** The characters without which no word can be hidden in JSON text by an escape. */
  escapeMark: string
}

/** Up to this many words a regular expression is fastest: it makes no lower-case copy of a long text. */
const MAX_REGEXP_WORDS = 8
/** Characters that JSON can or must escape other than by `\u….`. */
const ESCAPED = /["\\/\p{Cc}]/u

/** Creates a case-insensitive matcher for words. */
export function createMatcher(words: readonly string[]): Matcher {
  const lower = [...new Set(words.map((word) => word.toLowerCase()))].filter(Boolean)
  const escapeMark = lower.some((word) => ESCAPED.test(word)) ? '\\' : '\\u'
  if (lower.length <= MAX_REGEXP_WORDS) {
    const pattern = new RegExp(lower.map((word) => RegExp.escape(word)).join('|'), 'i')
    return { escapeMark, matches: (text) => lower.length > 0 && pattern.test(text) }
  }
  const root = buildAutomaton(lower)
  return { escapeMark, matches: (text) => runAutomaton(root, text.toLowerCase()) }
}

/** A state of the automaton: how much of some word the text read so far ends with (Aho and Corasick, 1975). */
interface State {
  next: Map<number, State>
  /** The state of the longest shorter suffix with which some word begins. */
  fallback: State | undefined
  isWord: boolean
}

const newState = (): State => ({ next: new Map(), fallback: undefined, isWord: false })

function buildAutomaton(words: readonly string[]): State {
  const root = newState()
  for (const word of words) {
    let state = root
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at)
      const following = state.next.get(code) ?? newState()
      state.next.set(code, following)
      state = following
    }
    state.isWord = true
  }
  const queue = [root]
  // The queue grows during the iteration.
  for (const state of queue) {
    for (const [code, following] of state.next) {
      following.fallback = state === root ? root : step(root, state.fallback ?? root, code)
      following.isWord ||= following.fallback.isWord
      queue.push(following)
    }
  }
  return root
}

function step(root: State, from: State, code: number): State {
  for (let state: State | undefined = from; state; state = state.fallback) {
    const following = state.next.get(code)
    if (following) return following
  }
  return root
}

function runAutomaton(root: State, text: string): boolean {
  let state = root
  for (let at = 0; at < text.length; at++) {
    state = step(root, state, text.charCodeAt(at))
    if (state.isWord) return true
  }
  return false
}
