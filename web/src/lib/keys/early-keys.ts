/**
 * Collects what is typed or pasted while the code of a text field is on its way. Returns a function that ends it and returns the
 * text; a second call returns "".
 */
export function collectKeys(target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window): () => string {
  let typed = ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const characters = Array.from(event.key)
    if (event.key === 'Backspace') typed = Array.from(typed).slice(0, -1).join('')
    else if (characters.length === 1) typed += event.key
    else return
    event.preventDefault()
    // Single letters are keys of the page.
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    typed += (event.clipboardData?.getData('text/plain') ?? '').replace(/\s+/g, ' ')
    event.preventDefault()
    event.stopPropagation()
  }
  target.addEventListener('keydown', onKeyDown, true)
  target.addEventListener('paste', onPaste, true)
  return () => {
    target.removeEventListener('keydown', onKeyDown, true)
    target.removeEventListener('paste', onPaste, true)
    const text = typed
    typed = ''
    return text
  }
}
