/** Hands a text to the browser as a file to keep. */
export function downloadText(fileName: string, text: string, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** A name that every system takes for a file: what they reserve becomes `_`. */
export function fileNameOf(name: string): string {
  return (
    name
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are not allowed either
      .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
      .replace(/^[.\s]+|[.\s]+$/g, '_')
  )
}
