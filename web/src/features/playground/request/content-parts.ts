import type { Message } from '../conversation/conversation.ts'
import { audioFormat, type KeptFile } from '../files/file-kinds.ts'

/** A part of a message in OpenAI's chat format. */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }

/** Returns the content of a question: its text, or parts where it has files. */
export function contentOf(
  { content, files = [] }: Pick<Message, 'content' | 'files'>,
  dataOf: (id: string) => string | undefined,
): string | ContentPart[] {
  if (files.length === 0) return content
  const parts = files.flatMap((file) => {
    const data = dataOf(file.id)
    return data === undefined ? [] : [partOf(file, data)]
  })
  return [...parts, ...(content.trim() ? [{ type: 'text' as const, text: content }] : [])]
}

function partOf({ kind, name, type }: KeptFile, data: string): ContentPart {
  const base64 = data.slice(data.indexOf(',') + 1)
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url: data } }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: base64, format: audioFormat(type) } }
    case 'pdf':
      return { type: 'file', file: { filename: name, file_data: data } }
    case 'text':
      return { type: 'text', text: `${name}\n\n${textOf(base64)}` }
  }
}

const textOf = (base64: string) => new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
