import { isRecord } from '#contract/is-record.ts'
import type { ImagePart, JsonObject, Part } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { objectOf, textOf } from '../json.ts'
import { audioTypeOf, readFileData, readMedia } from '../openai/read-request.ts'

/** Reads the content of a message or of a tool's output. Throws BadRequest. */
export function readContent(content: unknown, field: string): Part[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) throw new BadRequest(field, 'must be a text or a list of parts')
  return content.flatMap((part, index) => readPart(part, `${field}[${index}]`))
}

function readPart(part: unknown, field: string): Part[] {
  if (!isRecord(part)) throw new BadRequest(field, 'must be an object')
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return textOf(part.text) ? [{ kind: 'text', text: textOf(part.text) }] : []
    case 'refusal':
      return textOf(part.refusal) ? [{ kind: 'text', text: textOf(part.refusal) }] : []
    case 'input_image':
      return [readImage(part, field)]
    case 'input_file':
      return [readFile(part, field)]
    case 'input_audio':
      return [
        textOf(part.audio_url)
          ? readSound(textOf(part.audio_url), field)
          : readAudio(objectOf(part.input_audio), field),
      ]
    case 'encrypted_content':
      return readSealed(textOf(part.encrypted_content))
    default:
      throw new BadRequest(`${field}.type`, `unknown part ${JSON.stringify(part.type)}`)
  }
}

/** Reads an image. Throws BadRequest. */
export function readImage({ image_url, file_id, detail }: JsonObject, field: string): ImagePart {
  if (!textOf(image_url) && file_id) throw new BadRequest(`${field}.file_id`, STORED)
  const source = readMedia(textOf(image_url), `${field}.image_url`, 'image/png')
  return { kind: 'image', source, ...(textOf(detail) ? { detail: textOf(detail) } : {}) }
}

function readFile({ file_data, file_url, file_id, filename }: JsonObject, field: string): Part {
  const name = textOf(filename) ? { name: textOf(filename) } : {}
  if (textOf(file_data)) return { kind: 'file', source: readFileData(textOf(file_data), `${field}.file_data`), ...name }
  if (textOf(file_url)) return { kind: 'file', source: readMedia(textOf(file_url), `${field}.file_url`, PDF), ...name }
  throw file_id
    ? new BadRequest(`${field}.file_id`, STORED)
    : new BadRequest(field, 'must contain file_data or file_url')
}

const STORED = 'names a file that is stored at another service'
const PDF = 'application/pdf'

/** Content that only OpenAI can decrypt. */
const SEALED = /^gAAAA/

/**
 * Clients put a model's message to another agent here unread: OpenAI's models encrypt it, others write plain text.
 */
const readSealed = (content: string): Part[] =>
  content && !SEALED.test(content) ? [{ kind: 'text', text: content }] : []

function readSound(url: string, field: string): Part {
  const source = readMedia(url, `${field}.audio_url`, 'audio/wav')
  if ('url' in source) throw new BadRequest(`${field}.audio_url`, 'must be a data URL')
  return { kind: 'audio', source }
}

/** `format` is wav or mp3. */
function readAudio({ data, format }: JsonObject, field: string): Part {
  if (!textOf(data)) throw new BadRequest(`${field}.input_audio.data`, 'is missing')
  const type = textOf(format) || 'wav'
  return { kind: 'audio', source: { mediaType: audioTypeOf(type), data: textOf(data) } }
}
