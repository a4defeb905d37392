interface KeyPress {
  key: string
  shiftKey: boolean
  keyCode: number
  isComposing: boolean
}

/**
 * Key code of a press consumed by an input method. Safari sends the press that ends a composition after its
 * end event.
 */
const TAKEN_BY_INPUT_METHOD = 229

/** Returns the command of a key press in the text field; null = ordinary text input. */
export function meaningOf(
  { key, shiftKey, keyCode, isComposing }: KeyPress,
  { isEmpty, isWriting }: { isEmpty: boolean; isWriting: boolean },
): 'send' | 'stop' | 'editLast' | null {
  if (isComposing || keyCode === TAKEN_BY_INPUT_METHOD) return null
  if (key === 'Escape') return isWriting ? 'stop' : null
  if (key === 'ArrowUp') return isEmpty ? 'editLast' : null
  return key === 'Enter' && !shiftKey ? 'send' : null
}
