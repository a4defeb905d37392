/**
 * Collects what is typed while the code of a text field is on its way. Returns a function that ends it and returns the
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
  target.addEventListener('keydown', onKeyDown, true)
  return () => {
    target.removeEventListener('keydown', onKeyDown, true)
    const text = typed
    typed = ''
    return text
  }
}
