interface KeyPress {
  key: string
  shiftKey: boolean
  keyCode: number
  isComposing: boolean
}

/** The key code of a press that an input method takes. Safari sends the one that ends a composition after its end. */
const TAKEN_BY_INPUT_METHOD = 229

/** What a key means where one writes; null = it is part of the text. */
export function meaningOf(
  { key, shiftKey, keyCode, isComposing }: KeyPress,
  { isEmpty, isWriting }: { isEmpty: boolean; isWriting: boolean },
): 'send' | 'stop' | 'editLast' | null {
  if (isComposing || keyCode === TAKEN_BY_INPUT_METHOD) return null
  if (key === 'Escape') return isWriting ? 'stop' : null
  if (key === 'ArrowUp') return isEmpty ? 'editLast' : null
  return key === 'Enter' && !shiftKey ? 'send' : null
}
