import { isRecord } from '#contract/is-record.ts'
import type { ImagePart, JsonObject, Part, ReasoningPart, TextPart, Turn } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { objectsOf, textOf } from '../json.ts'
import { readVendorState } from '../state-seals.ts'
import { addInstructions, addTurn } from '../system-turns.ts'
import type { ToolNames } from '../tool-names.ts'
import type { VendorState } from '../vendor-state.ts'
import { type BuiltIn, builtInOfCall, isVendorCall, readBuiltInCall } from './native-tools.ts'
import { readContent } from './read-content.ts'
import { readOutput } from './read-outputs.ts'
import { vendorItemText } from './vendor-items.ts'

interface Conversation {
  system: TextPart[]
  turns: Turn[]
  /** Items without meaning for other vendors, such as `input[3]: web_search_call`. */
  omitted: string[]
}

/**
 * Reads `input`, a string or a list of items: https://platform.openai.com/docs/api-reference/responses/create.
 * Throws BadRequest.
 */
export function readInput(input: unknown, names: ToolNames): Conversation {
  if (typeof input === 'string') {
    const turns: Turn[] = input ? [{ role: 'user', parts: [{ kind: 'text', text: input }] }] : []
    return { system: [], turns, omitted: [] }
  }
  if (!Array.isArray(input)) throw new BadRequest('input', 'must be a text or a list of items')
  const reader = new ItemReader(names)
  for (const [index, item] of input.entries()) reader.take(item, `input[${index}]`)
  return reader.read
}

/** Read elsewhere: tools, and settings of the whole request. */
const SKIPPED_ITEMS = new Set<unknown>(['additional_tools', 'compaction_trigger'])

/** Reads items, which correspond to parts of turns in other formats. */
class ItemReader {
  readonly read: Conversation = { system: [], turns: [], omitted: [] }
  /** The names of tools by the ids of their calls. */
  readonly #called = new Map<string, string>()
  /** Call ids by item ids, for outputs that refer to the latter. */
  readonly #callIds = new Map<string, string>()
  readonly #ranByVendor = new Set<string>()
  /** The state of the next call. */
  #state: VendorState | undefined

  constructor(private readonly names: ToolNames) {}

  take(item: unknown, field: string): void {
    if (!isRecord(item)) throw new BadRequest(field, 'must be an object')
    const { type = 'message' } = item
    if (SKIPPED_ITEMS.has(type)) return
    const output = this.#output(item, field)
    if (type === 'message') this.#message(item, field)
    else if (type === 'agent_message') this.#add('user', agentMessage(item, field))
    else if (output) this.#add('user', [output])
    else this.#modelItem(item, type, field)
  }

  #modelItem(item: JsonObject, type: unknown, field: string): void {
    const parts = this.#said(item, type, field)
    if (parts) this.#add('assistant', parts)
    else this.read.omitted.push(`${field}: ${textOf(type)}`)
  }

  #message({ role, content }: JsonObject, field: string): void {
    const parts = readContent(content, `${field}.content`)
    if (role === 'user' || role === 'assistant') this.#add(role, parts)
    else if (role === 'system' || role === 'developer') addInstructions(this.read.system, this.read.turns, parts)
    else throw new BadRequest(`${field}.role`, `unknown role ${JSON.stringify(role)}`)
  }

  /** Reads an item of the model's output; undefined = another vendor's model cannot read any of it. */
  #said(item: JsonObject, type: unknown, field: string): Part[] | undefined {
    const builtIn = builtInOfCall(type)
    if (builtIn) return this.#builtInCall(builtIn, item)
    switch (type) {
      case 'reasoning':
        return this.#reasoning(item)
      case 'function_call':
        return [this.#call(item, 'function', textOf(item.arguments))]
      case 'custom_tool_call':
        return [this.#call(item, 'custom', JSON.stringify({ input: textOf(item.input) }))]
      case 'image_generation_call':
        return imageParts(item)
      case 'compaction':
      case 'compaction_summary':
      case 'context_compaction':
        return [{ kind: 'text', text: COMPACTED }]
      case 'item_reference':
        throw new BadRequest(`${field}.id`, `Item with id '${textOf(item.id)}' not found.`, 'item_not_found')
      default:
        return vendorText(item)
    }
  }

  #add(role: Turn['role'], parts: Part[]): void {
    addTurn(this.read.turns, role, parts)
  }

  /** A call that the vendor ran is no call for another one, and its output is no result. */
  #builtInCall(kind: BuiltIn, item: JsonObject): Part[] | undefined {
    const { id, call_id } = item
    if (isVendorCall(item)) {
      this.#ranByVendor.add(textOf(call_id) || textOf(id))
      return vendorText(item)
    }
    this.#callIds.set(textOf(id), textOf(call_id))
    return [this.#call({ call_id, name: kind }, kind, readBuiltInCall(kind, item))]
  }

  #call({ call_id, name: called, namespace }: JsonObject, kind: string, json: string): Part {
    const state = this.#state
    this.#state = undefined
    const id = textOf(call_id)
    const name = this.names.of({ kind, name: textOf(called), namespace: textOf(namespace) })
    this.#called.set(id, name)
    return { kind: 'tool_call', id, name, arguments: json, ...(state ? { state } : {}) }
  }

  #output(item: JsonObject, field: string): Part | undefined {
    const output = readOutput(item, field, this.names)
    if (!output) return undefined
    const { call_id, id: itemId } = item
    const id = textOf(call_id) || (this.#callIds.get(textOf(itemId)) ?? '')
    if (item.execution === 'server' || this.#ranByVendor.has(id)) return undefined
    // A search that the vendor ran has no call.
    if (!id && item.type === 'tool_search_output') return undefined
    if (!id) throw new BadRequest(`${field}.call_id`, 'is missing')
    const name = this.#called.get(id)
    return { kind: 'tool_result', id, ...output, ...(name ? { name } : {}) }
  }

  #reasoning({ summary, content, encrypted_content }: JsonObject): ReasoningPart[] {
    const state = readVendorState(textOf(encrypted_content), 'openai', 'signature')
    if (state?.kind === 'call') this.#state = state
    const text = reasoningText({ summary, content })
    if (state && state.kind !== 'call') return [{ kind: 'reasoning', text, state }]
    return text ? [{ kind: 'reasoning', text }] : []
  }
}

function vendorText(item: JsonObject): Part[] | undefined {
  const text = vendorItemText(item)
  return text === undefined ? undefined : [{ kind: 'text', text }]
}

/** Replaces a summary that only another vendor can decrypt. */
const COMPACTED = '[Earlier parts of this conversation were compacted by another vendor and cannot be read here.]'

/** A message between agents of one client. */
function agentMessage({ author, recipient, content }: JsonObject, field: string): Part[] {
  const parts = readContent(content, `${field}.content`)
  const head = `Message from ${textOf(author) || 'another agent'} to ${textOf(recipient) || 'you'}:`
  return parts.length > 0 ? [{ kind: 'text', text: head }, ...parts] : []
}

/** Returns the readable text of a reasoning item: its summary, or the full reasoning of open models. */
export function reasoningText({ summary, content }: JsonObject): string {
  const shown = objectsOf(summary).map(({ text }) => textOf(text))
  return shown.length > 0
    ? shown.join('\n\n')
    : objectsOf(content)
        .map(({ text }) => textOf(text))
        .join('')
}

/** Reads a generated image. */
export function imageParts({ result, output_format }: JsonObject): ImagePart[] {
  const mediaType = `image/${textOf(output_format) || 'png'}`
  return textOf(result) ? [{ kind: 'image', source: { mediaType, data: textOf(result) } }] : []
}
