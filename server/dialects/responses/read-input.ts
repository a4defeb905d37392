import {
  type ImagePart,
  isResultPart,
  type JsonObject,
  type Part,
  type ReasoningPart,
  type TextPart,
  type Turn,
} from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { isObject, objectsOf, textOf } from '../json.ts'
import { readContent } from './read-content.ts'
import { unsealed } from './seals.ts'

interface Conversation {
  system: TextPart[]
  turns: Turn[]
}

/** Reads `input`, a text or a list of items: https://platform.openai.com/docs/api-reference/responses/create. Throws BadRequest. */
export function readInput(input: unknown): Conversation {
  if (typeof input === 'string') {
    return { system: [], turns: input ? [{ role: 'user', parts: [{ kind: 'text', text: input }] }] : [] }
  }
  if (!Array.isArray(input)) throw new BadRequest('input', 'must be a text or a list of items')
  const reader = new ItemReader()
  for (const [index, item] of input.entries()) reader.take(item, `input[${index}]`)
  return reader.read
}

const RESULTS = new Set<unknown>(['function_call_output', 'custom_tool_call_output'])

/** Items of their own for what other formats have as parts of a turn. */
class ItemReader {
  readonly read: Conversation = { system: [], turns: [] }
  readonly #names = new Map<string, string>()
  /** The signature of the call that comes next. */
  #signature: string | undefined

  take(item: unknown, field: string): void {
    if (!isObject(item)) throw new BadRequest(field, 'must be an object')
    const { type = 'message', role } = item
    if (type === 'message' && (role === 'system' || role === 'developer')) {
      const parts = readContent(item.content, `${field}.content`)
      this.read.system.push(...parts.filter((part) => part.kind === 'text'))
    } else if (type === 'message' && role !== 'user' && role !== 'assistant') {
      throw new BadRequest(`${field}.role`, `unknown role ${JSON.stringify(role)}`)
    } else {
      const isUsers = RESULTS.has(type) || (type === 'message' && role === 'user')
      this.#add(isUsers ? 'user' : 'assistant', this.#parts(item, type, field))
    }
  }

  #parts(item: JsonObject, type: unknown, field: string): Part[] {
    switch (type) {
      case 'message':
        return readContent(item.content, `${field}.content`)
      case 'reasoning':
        return this.#reasoning(item)
      case 'function_call':
        return [this.#call(item)]
      case 'custom_tool_call':
        return [this.#call({ ...item, arguments: JSON.stringify({ input: textOf(item.input) }) })]
      case 'function_call_output':
      case 'custom_tool_call_output':
        return [this.#result(item, field)]
      case 'image_generation_call':
        return imageParts(item)
      default:
        throw new BadRequest(`${field}.type`, `${JSON.stringify(type)} is only known to OpenAI's own interface`)
    }
  }

  /** Neighbours of one role become one turn. */
  #add(role: Turn['role'], parts: Part[]): void {
    if (parts.length === 0) return
    const last = this.read.turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else this.read.turns.push({ role, parts })
  }

  #call({ call_id, name, arguments: json }: JsonObject): Part {
    const signature = this.#signature
    this.#signature = undefined
    this.#names.set(textOf(call_id), textOf(name))
    const call = { kind: 'tool_call' as const, id: textOf(call_id), name: textOf(name), arguments: textOf(json) }
    return signature ? { ...call, signature } : call
  }

  #result({ call_id, output }: JsonObject, field: string): Part {
    const id = textOf(call_id)
    if (!id) throw new BadRequest(`${field}.call_id`, 'is missing')
    const name = this.#names.get(id)
    const content = readContent(output, `${field}.output`).filter(isResultPart)
    return { kind: 'tool_result', id, content, ...(name ? { name } : {}) }
  }

  #reasoning({ summary, content, encrypted_content }: JsonObject): ReasoningPart[] {
    const seal = unsealed(textOf(encrypted_content))
    if (seal?.kind === 'call') this.#signature = seal.value
    if (seal?.kind === 'redacted') return [{ kind: 'reasoning', text: '', redacted: seal.value }]
    const text = reasoningText({ summary, content })
    if (seal?.kind === 'text') return [{ kind: 'reasoning', text, signature: seal.value }]
    return text ? [{ kind: 'reasoning', text }] : []
  }
}

/** What a reasoning item shows of it: its summary, or the reasoning itself of models that are open. */
export function reasoningText({ summary, content }: JsonObject): string {
  const shown = objectsOf(summary).map(({ text }) => textOf(text))
  return shown.length > 0
    ? shown.join('\n\n')
    : objectsOf(content)
        .map(({ text }) => textOf(text))
        .join('')
}

/** A picture of an answer. */
export function imageParts({ result, output_format }: JsonObject): ImagePart[] {
  const mediaType = `image/${textOf(output_format) || 'png'}`
  return textOf(result) ? [{ kind: 'image', source: { mediaType, data: textOf(result) } }] : []
}
