import type { FilePart, JsonObject, Media, Part, ToolResultPart, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { fileText, isPicture, toDataUrl } from '../media-types.ts'
import { shortenId } from '../tool-ids.ts'
import { stateValueFor } from '../vendor-state.ts'

/** Writes the items of a turn: https://platform.openai.com/docs/api-reference/responses/create */
export function writeInput({ role, parts }: Turn): JsonObject[] {
  if (role === 'system') return [{ type: 'message', role, content: parts.flatMap(contentPart) }]
  return role === 'assistant' ? parts.flatMap(assistantItem) : userItems(parts)
}

function assistantItem(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text
        ? [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part.text }] }]
        : []
    case 'tool_call':
      return [{ type: 'function_call', call_id: idOf(part.id), name: part.name, arguments: part.arguments || '{}' }]
    case 'reasoning': {
      const encrypted_content = stateValueFor('openai', part.state)
      if (!encrypted_content) return []
      const summary = part.text ? [{ type: 'summary_text', text: part.text }] : []
      return [{ type: 'reasoning', summary, encrypted_content }]
    }
    default:
      return []
  }
}

/** OpenAI refuses longer call ids: https://platform.openai.com/docs/api-reference/responses/create */
const MAX_ID_LENGTH = 64
const idOf = (id: string) => shortenId(id, MAX_ID_LENGTH)

function userItems(parts: readonly Part[]): JsonObject[] {
  const results = parts.filter((part) => part.kind === 'tool_result').map(resultItem)
  const content = parts.flatMap(contentPart)
  return content.length > 0 ? [...results, { type: 'message', role: 'user', content }] : results
}

function resultItem({ id, content }: ToolResultPart): JsonObject {
  const isPlain = content.every(({ kind }) => kind === 'text')
  const output = isPlain
    ? content.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    : content.flatMap(contentPart)
  return { type: 'function_call_output', call_id: idOf(id), output }
}

function contentPart(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text ? [{ type: 'input_text', text: part.text }] : []
    case 'image':
      return [withoutUndefined({ type: 'input_image', image_url: address(part.source), detail: part.detail })]
    case 'file':
      return isPicture(part.source) ? contentPart({ kind: 'image', source: part.source }) : [filePart(part)]
    case 'audio':
      throw new Unwritable('this model does not take audio')
    default:
      return []
  }
}

function filePart({ source, name }: FilePart): JsonObject {
  if ('url' in source) return withoutUndefined({ type: 'input_file', file_url: source.url })
  const text = fileText(source)
  if (text !== undefined) return { type: 'input_text', text }
  return { type: 'input_file', filename: name ?? 'file.pdf', file_data: address(source) }
}

const address = (source: Media) => ('url' in source ? source.url : toDataUrl(source))
