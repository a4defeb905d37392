import type { DragEvent } from 'react'

/** More than any key or settings, in bytes: a larger file was dropped by mistake. */
const MOST_BYTES = 100_000

/** The text that was dropped, or that of the first file; "" when there is none that can be read. */
export async function droppedText({ dataTransfer }: DragEvent): Promise<string> {
  const [file] = dataTransfer.files
  if (!file) return dataTransfer.getData('text')
  return file.size > MOST_BYTES ? '' : file.text().catch(() => '')
}
