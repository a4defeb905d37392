import type { DragEvent } from 'react'

/** Maximum size in bytes of a dropped file; no key or settings are larger. */
const MAX_BYTES = 100_000

/** Returns the dropped text, or that of the first file; "" when none can be read. */
export async function droppedText({ dataTransfer }: DragEvent): Promise<string> {
  const [file] = dataTransfer.files
  if (!file) return dataTransfer.getData('text')
  return file.size > MAX_BYTES ? '' : file.text().catch(() => '')
}
