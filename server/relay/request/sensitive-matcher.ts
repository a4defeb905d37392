/** Looks for any of many words in a text. */
export interface Matcher {
  /** Whether a text contains a word, in whatever case. */
  finds(text: string): boolean
  /** What JSON text must contain for a word to hide behind an escape. */
  escapeMark: string
}

/** So few words are found fastest by the engine's own search: no copy of a long text in lower case is made. */
const FEW = 8
/** Characters that JSON may or must write in another way than `\u….`. */
const ESCAPED = /["\\/\p{Cc}]/u

/** Prepares a search for words, ignoring case. */
export function createMatcher(words: readonly string[]): Matcher {
  const lower = [...new Set(words.map((word) => word.toLowerCase()))].filter(Boolean)
  const escapeMark = lower.some((word) => ESCAPED.test(word)) ? '\\' : '\\u'
  if (lower.length <= FEW) {
    const pattern = new RegExp(lower.map((word) => RegExp.escape(word)).join('|'), 'i')
    return { escapeMark, finds: (text) => lower.length > 0 && pattern.test(text) }
  }
  const root = buildAutomaton(lower)
  return { escapeMark, finds: (text) => runAutomaton(root, text.toLowerCase()) }
}

/** A state of the search: how much of some word the text just read ends with (Aho and Corasick, 1975). */
interface State {
  next: Map<number, State>
  /** The state of the longest shorter ending that some word begins with. */
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
  // Grows while it is walked.
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
