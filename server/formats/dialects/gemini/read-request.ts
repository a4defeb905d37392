import { isRecord } from '#contract/is-record.ts'
import {
  type ChatRequest,
  type Effort,
  isResultPart,
  type JsonObject,
  type Part,
  type TextPart,
  type Turn,
} from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { plainSchema } from '../function-schemas.ts'
import { numberOf, objectOf, objectsOf, readNumbers, saysSomething, textOf, withoutUndefined } from '../json.ts'
import { mediaTypeOf } from '../media-types.ts'
import { readVendorState } from '../state-seals.ts'
import type { StateKind, VendorState } from '../vendor-state.ts'
import { readProtoJson } from './proto-json.ts'
import { readTools } from './read-tools.ts'
import { vendorPartText } from './vendor-parts.ts'

/**
 * Reads a generateContent request: https://ai.google.dev/api/generate-content. The path determines whether it is
 * streamed. Throws BadRequest.
 */
export function readRequest(body: JsonObject, stream: boolean): ChatRequest {
  const request = readProtoJson(body, 'request')
  const config = objectOf(request.generationConfig)
  if (request.cachedContent) throw new BadRequest('cachedContent', 'is stored at another service')
  checkModalities(config.responseModalities)
  return withoutUndefined<ChatRequest>({
    system: readInstruction(request.systemInstruction),
    turns: readContents(request.contents),
    ...readTools(request),
    stream,
    stop: Array.isArray(config.stopSequences) ? config.stopSequences.filter((text) => typeof text === 'string') : [],
    ...readNumbers(config, NUMBERS),
    ...readFormat(config),
    ...(config.responseLogprobs === true ? { logprobs: numberOf(config.logprobs) ?? 0 } : {}),
    ...readThinking(objectOf(config.thinkingConfig)),
  })
}

/**
 * Refuses requests for speech only: other vendors cannot provide it. Images may be missing from an answer, but
 * speech is all of it.
 */
function checkModalities(modalities: unknown): void {
  const isSpoken = Array.isArray(modalities) && modalities.some((kind) => textOf(kind).toUpperCase() === 'AUDIO')
  if (isSpoken) throw new BadRequest('generationConfig.responseModalities', 'this model does not return audio')
}

const NUMBERS = {
  temperature: 'temperature',
  topP: 'topP',
  topK: 'topK',
  maxOutputTokens: 'maxTokens',
  candidateCount: 'candidates',
  seed: 'seed',
  presencePenalty: 'presencePenalty',
  frequencyPenalty: 'frequencyPenalty',
} as const

function readFormat({ responseMimeType, responseSchema, responseJsonSchema }: JsonObject): Partial<ChatRequest> {
  if (responseMimeType !== 'application/json') return {}
  const schema = isRecord(responseJsonSchema) ? responseJsonSchema : plainSchema(responseSchema)
  return { format: isRecord(schema) ? { kind: 'schema', name: 'answer', schema } : { kind: 'json' } }
}

const LEVELS: Record<string, Effort> = { MINIMAL: 'minimal', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' }

/**
 * A caller that asks for thoughts without an amount gets them.
 * https://ai.google.dev/gemini-api/docs/thinking#summaries
 */
function readThinking({ thinkingBudget, thinkingLevel, includeThoughts }: JsonObject): Partial<ChatRequest> {
  const effort = LEVELS[textOf(thinkingLevel).toUpperCase()]
  const budget = numberOf(thinkingBudget)
  const shown = includeThoughts === true ? { shown: true } : {}
  if (effort) return { reasoning: { effort, ...shown } }
  if (budget !== undefined) return { reasoning: { budget, ...shown } }
  return includeThoughts === true ? { reasoning: { budget: -1, shown: true } } : {}
}

function readInstruction(instruction: unknown): TextPart[] {
  return objectsOf(objectOf(instruction).parts).flatMap(({ text }) =>
    textOf(text) ? [{ kind: 'text', text: textOf(text) }] : [],
  )
}

function readContents(contents: unknown): Turn[] {
  if (!Array.isArray(contents)) throw new BadRequest('contents', 'must be a list')
  const calls = new OpenCalls()
  const turns: Turn[] = []
  for (const [index, content] of contents.entries()) {
    if (!isRecord(content)) throw new BadRequest(`contents[${index}]`, 'must be an object')
    const role = roleOf(content.role, `contents[${index}].role`)
    if (!Array.isArray(content.parts)) throw new BadRequest(`contents[${index}].parts`, 'is missing')
    const parts = objectsOf(content.parts).flatMap((part, at) =>
      readPart(part, `contents[${index}].parts[${at}]`, calls),
    )
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else if (parts.length > 0) turns.push({ role, parts })
  }
  return turns.map((turn) => ({ ...turn, parts: joinedThoughts(turn.parts) }))
}

/** `function` is an old name for the role of results: https://ai.google.dev/api/caching#Content */
function roleOf(role: unknown, field: string): Turn['role'] {
  if (role === 'model') return 'assistant'
  if (role === undefined || role === null || role === '' || role === 'user' || role === 'function') return 'user'
  throw new BadRequest(field, 'must be user or model')
}

/**
 * Matches results to calls. Calls often have no ids in this format: a result belongs to the earliest open call of
 * its name.
 */
class OpenCalls {
  #count = 0
  /** The call ids of each name, in order; those before `next` are answered. */
  readonly #named = new Map<string, { ids: string[]; next: number }>()
  /** Calls that were answered by id. */
  readonly #answered = new Set<string>()

  begin(given: string, name: string): string {
    const id = given || `call_${this.#count}`
    this.#count += 1
    const named = this.#named.get(name)
    if (named) named.ids.push(id)
    else this.#named.set(name, { ids: [id], next: 0 })
    return id
  }

  end(given: string, name: string): string {
    if (given) {
      this.#answered.add(given)
      return given
    }
    const named = this.#named.get(name)
    if (!named) return name
    while (this.#answered.has(named.ids[named.next] ?? '')) named.next += 1
    return named.ids[named.next++] ?? name
  }
}

function readPart(part: JsonObject, field: string, calls: OpenCalls): Part[] {
  if (saysSomething(part.functionCall)) {
    const { id, name, args } = part.functionCall
    const state = readState(part, 'call')
    const called = { kind: 'tool_call' as const, id: calls.begin(textOf(id), textOf(name)), name: textOf(name) }
    return [{ ...called, arguments: JSON.stringify(args ?? {}), ...state }]
  }
  if (saysSomething(part.functionResponse)) {
    const { id, name, response, parts } = part.functionResponse
    const isError = isRecord(response) && response.error !== undefined
    const text = resultText(objectOf(response))
    // Images and files are in separate parts: https://ai.google.dev/gemini-api/docs/function-calling#multimodal
    const media = objectsOf(parts).flatMap((one, at) => readPart(one, `${field}.functionResponse.parts[${at}]`, calls))
    return [
      {
        kind: 'tool_result',
        id: calls.end(textOf(id), textOf(name)),
        name: textOf(name),
        content: [{ kind: 'text', text }, ...media.filter(isResultPart)],
        ...(isError ? { isError } : {}),
      },
    ]
  }
  if (isRecord(part.inlineData)) return [readMedia(part.inlineData, field)]
  if (isRecord(part.fileData)) return [readFile(part.fileData, field)]
  if (typeof part.text === 'string') {
    const { text } = part
    if (part.thought !== true) return text === '' ? [] : [{ kind: 'text', text }]
    const state = readState(part, 'signature')
    return text || state.state ? [{ kind: 'reasoning', text, ...state }] : []
  }
  const vendorText = vendorPartText(part)
  if (vendorText !== undefined) return vendorText ? [{ kind: 'text', text: vendorText }] : []
  if (part.thoughtSignature) return []
  throw new BadRequest(field, `unknown part ${JSON.stringify(Object.keys(part)[0])}`)
}

function readState(part: JsonObject, kind: StateKind): { state?: VendorState } {
  const state = readVendorState(textOf(part.thoughtSignature), 'gemini', kind)
  return state ? { state } : {}
}

/** Merges reasoning that was streamed in several parts. The last part has the state of all. */
function joinedThoughts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const goesOn = part.kind === 'reasoning' && last?.kind === 'reasoning' && !last.state
    const ends = part.kind === 'reasoning' && part.state?.kind === 'redacted'
    if (goesOn && !ends) joined[joined.length - 1] = { ...last, ...part, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

/** A plain text result is in `output`: https://ai.google.dev/api/caching#FunctionResponse */
function resultText({ output, ...rest }: JsonObject): string {
  const isPlain = typeof output === 'string' && Object.keys(rest).length === 0
  return isPlain ? output : JSON.stringify(output === undefined ? rest : { output, ...rest })
}

function readMedia({ mimeType, data, displayName }: JsonObject, field: string): Part {
  const source = { mediaType: mediaTypeOf(textOf(mimeType), textOf(data)), data: textOf(data) }
  if (!source.mediaType || !source.data) throw new BadRequest(field, 'must contain mimeType and data')
  if (source.mediaType.startsWith('image/')) return { kind: 'image', source }
  return source.mediaType.startsWith('audio/')
    ? { kind: 'audio', source }
    : { kind: 'file', source, ...nameOf(displayName) }
}

const nameOf = (name: unknown) => (textOf(name) ? { name: textOf(name) } : {})

function readFile({ fileUri, mimeType, displayName }: JsonObject, field: string): Part {
  const url = textOf(fileUri)
  if (!/^https?:\/\//i.test(url)) throw new BadRequest(field, 'must contain the content or an http(s) URL')
  const mediaType = mediaTypeOf(textOf(mimeType))
  const source = { url, ...(mediaType ? { mediaType } : {}) }
  return mediaType.startsWith('image/') ? { kind: 'image', source } : { kind: 'file', source, ...nameOf(displayName) }
}
