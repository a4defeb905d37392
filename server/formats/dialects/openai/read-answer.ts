import { isRecord } from '#contract/is-record.ts'
import { createTextPart } from '../citations.ts'
import type { AnswerPart, ChatAnswer, Citation, InlineMedia, JsonObject, ToolCallPart } from '../conversation.ts'
import { Refused, Unreadable } from '../dialect.ts'
import { type Endings, type Finish, readFinish } from '../endings.ts'
import { objectOf, objectsOf, oneOrMoreObjects, readNumber, saysSomething, textOf } from '../json.ts'
import { readLogprobs } from '../logprobs.ts'
import { findUsage } from '../openai-usage.ts'
import { stateField } from '../state-seals.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { readAnnotations, readSources } from './citations.ts'

/**
 * Reads a whole chat completion: https://platform.openai.com/docs/api-reference/chat/object. `callId` is the base
 * for ids of tool calls where the vendor gives none. Throws Unreadable for an answer without a message.
 */
export function readAnswer(completion: JsonObject, callId: string): ChatAnswer {
  const given = oneOrMoreObjects(completion.choices)
  for (const choice of given) throwError(choice)
  const choices = given.filter(holdsMessage).map((choice) => readChoice(choice, callId, readSources(completion)))
  if (choices.length === 0) throw new Unreadable('the completion has no choices')
  return { choices, usage: findUsage(completion) }
}

/** `sources`: those of the whole answer. */
function readChoice(choice: JsonObject, callId: string, sources: Citation[]): ChatAnswer['choices'][number] {
  const parts = partsOf(messageOf(choice), callId, sources)
  const held = { hasCalls: parts.some(({ kind }) => kind === 'tool_call'), isEmpty: parts.length === 0 }
  if (held.isEmpty && !textOf(choice.finish_reason)) throw new Unreadable('the message is empty')
  const logprobs = readLogprobs(objectOf(choice.logprobs).content)
  return { parts, ...readEnding(choice, held), ...(logprobs.length > 0 ? { logprobs } : {}) }
}

const holdsMessage = ({ message, text }: JsonObject) => isRecord(message) || textOf(text) !== ''

/** Some hosts answer chats in the format of text completions. */
export const messageOf = ({ message, text }: JsonObject): JsonObject =>
  isRecord(message) ? message : { content: text }

/** OpenRouter reports the failure of a vendor inside the choice: https://openrouter.ai/docs/api-reference/errors */
export function throwError({ error }: JsonObject): void {
  if (!isRecord(error)) return
  const code = readNumber(error.code) ?? null
  const message = textOf(error.message) || 'the vendor failed'
  throw new Refused(UNAVAILABLE, { message, type: 'upstream_error', param: null, code })
}

function partsOf(message: JsonObject, callId: string, sources: Citation[]): AnswerPart[] {
  const { reasoning, text, refusal } = readTexts(message)
  const annotations = readAnnotations(message, text)
  const given = oneOrMoreObjects(message.tool_calls).filter(isCall)
  // The deprecated form of tool calls: https://platform.openai.com/docs/api-reference/chat/object
  const called = given.length === 0 ? [{ function: objectOf(message.function_call) }].filter(isCall) : given
  const calls = called.map((call, index) => readCall(call, createToolCallId(callId, index)))
  return [
    ...(reasoning ? [{ kind: 'reasoning' as const, text: reasoning }] : []),
    ...(text ? [createTextPart(text, annotations.length > 0 ? annotations : sources)] : []),
    ...(refusal ? [{ kind: 'refusal' as const, text: refusal }] : []),
    ...readImages(message).map((source) => ({ kind: 'image' as const, source })),
    ...readAudio(message).map((source) => ({ kind: 'audio' as const, source })),
    ...calls,
  ]
}

/** Some hosts send calls without id, name and arguments in answers that call nothing. */
const isCall = (call: JsonObject) => textOf(call.id) !== '' || namesTool(readCalled(call))

/** Whether the called function has a name, or arguments that say something. */
export const namesTool = ({ name, arguments: given }: JsonObject) =>
  textOf(name) !== '' ||
  !['', '{}'].includes(typeof given === 'string' ? given.trim() : saysSomething(given) ? '?' : '')

function readCall(call: JsonObject, fallbackId: string): ToolCallPart {
  const { name, arguments: given } = readCalled(call)
  const part = {
    kind: 'tool_call' as const,
    id: textOf(call.id) || fallbackId,
    name: textOf(name),
    arguments: toArgumentsText(given),
  }
  return { ...part, ...stateField('gemini', 'call', signatureOf(call)) }
}

/** Returns the name and arguments of a call. Tools that take plain text get one field for it. */
export function readCalled(call: JsonObject): JsonObject {
  const custom = customOf(call)
  if (custom) return { name: custom.name, arguments: { input: textOf(custom.input) } }
  const { function: called, name, arguments: given } = call
  // Some hosts leave out the enclosing object.
  return isRecord(called) ? called : { name, arguments: given }
}

/** Returns the call of a tool that takes plain text. The type decides; an empty object is a placeholder of some hosts. */
export function customOf({ type, function: called, custom }: JsonObject): JsonObject | undefined {
  const isCustom = saysSomething(custom) && (type === 'custom' || !namesTool(objectOf(called)))
  return isCustom ? custom : undefined
}

/**
 * Returns the texts of a message or a delta. DeepSeek and its followers, OpenRouter and Ollama have their own
 * fields for reasoning. Mistral makes it part of the content: https://docs.mistral.ai/capabilities/reasoning
 */
export function readTexts(message: JsonObject): { reasoning: string; text: string; refusal: string } {
  const { content } = message
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning)
  const refusal = textOf(message.refusal)
  if (typeof content === 'string') return { reasoning, text: content, refusal }
  const parts = (Array.isArray(content) ? content : [content]).map((part) =>
    typeof part === 'string' ? { text: part } : objectOf(part),
  )
  const thoughts = parts.map(({ thinking }) => textOf(thinking) || joined(objectsOf(thinking)))
  const refused = parts.map((part) => textOf(part.refusal)).join('')
  return { reasoning: reasoning || thoughts.join(''), text: joined(parts), refusal: refusal || refused }
}

const joined = (parts: readonly JsonObject[]) => parts.map(({ text }) => textOf(text)).join('')

const DATA_URL = /^data:(image\/[^;,]+);base64,/

/**
 * Reads generated images in OpenRouter's format: https://openrouter.ai/docs/features/multimodal/image-generation
 */
export function readImages({ images }: JsonObject): InlineMedia[] {
  return objectsOf(images).flatMap(({ image_url }) => {
    const url = textOf(objectOf(image_url).url)
    const [head, mediaType] = DATA_URL.exec(url) ?? []
    return head && mediaType ? [{ mediaType, data: url.slice(head.length) }] : []
  })
}

/**
 * Reads a spoken answer, whose media type only its request specifies: https://platform.openai.com/docs/guides/audio
 */
export function readAudio({ audio }: JsonObject): InlineMedia[] {
  const data = textOf(objectOf(audio).data)
  return data ? [{ mediaType: 'audio/*', data }] : []
}

export const signatureOf = (call: JsonObject) => textOf(objectOf(objectOf(call.extra_content).google).thought_signature)

export const endings: Endings = {
  ordinary: {
    stop: 'stop',
    length: 'length',
    tool_calls: 'tool_calls',
    function_call: 'tool_calls',
    content_filter: 'content_filter',
  },
  specific: {
    // Mistral: https://docs.mistral.ai/api/endpoint/chat
    model_length: 'length',
    // DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion
    insufficient_system_resource: 'failed',
  },
}
const UNAVAILABLE = 503

/**
 * Reads why a choice ended. OpenRouter also passes on the vendor's own finish reason
 * (https://openrouter.ai/docs/api-reference/overview), which is kept if it is more specific. Throws Refused for a
 * failed answer.
 */
export function readEnding(choice: JsonObject, held: { hasCalls: boolean; isEmpty: boolean }): Finish {
  const finish = readFinish(choice.finish_reason, endings, held)
  const native = textOf(choice.native_finish_reason)
  return finish.vendorReason || !native || isOrdinary(native) ? finish : { ...finish, vendorReason: native }
}

/** Returns whether a vendor's finish reason is no more specific than the conversation model's. */
const isOrdinary = (word: string) => ORDINARY.has(word.toLowerCase())
const ORDINARY = new Set([...Object.keys(endings.ordinary), 'completed', 'max_tokens', 'end_turn', 'tool_use', 'eos'])
