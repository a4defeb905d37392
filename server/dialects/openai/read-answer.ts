import { citedText } from '../citations.ts'
import type { AnswerPart, ChatAnswer, Citation, InlineMedia, JsonObject, ToolCallPart } from '../conversation.ts'
import { Refused, Unreadable } from '../dialect.ts'
import { type Endings, type Finish, readFinish } from '../endings.ts'
import { isObject, numberIn, objectOf, objectsIn, objectsOf, textOf } from '../json.ts'
import { usageIn } from '../openai-usage.ts'
import { stateField } from '../seals.ts'
import { argumentsText } from '../tool-arguments.ts'
import { toolCallId } from '../tool-ids.ts'
import { readAnnotations, readSources } from './citations.ts'

/**
 * Reads a whole chat completion: https://platform.openai.com/docs/api-reference/chat/object. `callId` makes ids of tool
 * calls where the vendor has none. Throws Unreadable for an answer without a message.
 */
export function readAnswer(completion: JsonObject, callId: string): ChatAnswer {
  const given = objectsIn(completion.choices)
  for (const choice of given) throwError(choice)
  const choices = given.filter(holdsMessage).map((choice) => readChoice(choice, callId, readSources(completion)))
  if (choices.length === 0) throw new Unreadable('the completion has no choices')
  return { choices, usage: usageIn(completion) }
}

/** `sources`: those of the answer as a whole. */
function readChoice(choice: JsonObject, callId: string, sources: Citation[]): ChatAnswer['choices'][number] {
  const parts = partsOf(messageOf(choice), callId, sources)
  const held = { hasCalls: parts.some(({ kind }) => kind === 'tool_call'), isEmpty: parts.length === 0 }
  if (held.isEmpty && !textOf(choice.finish_reason)) throw new Unreadable('the message is empty')
  return { parts, ...readEnding(choice, held) }
}

const holdsMessage = ({ message, text }: JsonObject) => isObject(message) || textOf(text) !== ''

/** Some hosts answer a chat in the words of completions. */
export const messageOf = ({ message, text }: JsonObject): JsonObject =>
  isObject(message) ? message : { content: text }

/** OpenRouter reports the failure of a vendor inside the choice: https://openrouter.ai/docs/api-reference/errors */
export function throwError({ error }: JsonObject): void {
  if (!isObject(error)) return
  const code = numberIn(error.code) ?? null
  const message = textOf(error.message) || 'the vendor failed'
  throw new Refused(UNAVAILABLE, { message, type: 'upstream_error', param: null, code })
}

function partsOf(message: JsonObject, callId: string, sources: Citation[]): AnswerPart[] {
  const { reasoning, text, refusal } = wordsOf(message)
  const annotations = readAnnotations(message, text)
  const given = objectsIn(message.tool_calls)
  // The name of tools before they were called so: https://platform.openai.com/docs/api-reference/chat/object
  const called = given.length === 0 && isObject(message.function_call) ? [{ function: message.function_call }] : given
  const calls = called.map((call, index) => readCall(call, toolCallId(callId, index)))
  return [
    ...(reasoning ? [{ kind: 'reasoning' as const, text: reasoning }] : []),
    ...(text ? [citedText(text, annotations.length > 0 ? annotations : sources)] : []),
    ...(refusal ? [{ kind: 'refusal' as const, text: refusal }] : []),
    ...picturesOf(message).map((source) => ({ kind: 'image' as const, source })),
    ...soundOf(message).map((source) => ({ kind: 'audio' as const, source })),
    ...calls,
  ]
}

function readCall(call: JsonObject, fallbackId: string): ToolCallPart {
  const { name, arguments: given } = calledIn(call)
  const part = {
    kind: 'tool_call' as const,
    id: textOf(call.id) || fallbackId,
    name: textOf(name),
    arguments: argumentsText(given),
  }
  return { ...part, ...stateField('gemini', 'call', signatureOf(call)) }
}

/** The name and arguments of a call. Tools that take a text have one field for it. */
export function calledIn({ function: called, custom, name, arguments: given }: JsonObject): JsonObject {
  // Some hosts leave out what is around them.
  if (!isObject(custom)) return isObject(called) ? called : { name, arguments: given }
  return { name: custom.name, arguments: { input: textOf(custom.input) } }
}

/**
 * What a message or a delta says. DeepSeek and its followers, and OpenRouter and Ollama, have names of their own for what
 * a model thought; Mistral makes it a part of the content: https://docs.mistral.ai/capabilities/reasoning
 */
export function wordsOf(message: JsonObject): { reasoning: string; text: string; refusal: string } {
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

/** Generated pictures in the words of OpenRouter: https://openrouter.ai/docs/features/multimodal/image-generation */
export function picturesOf({ images }: JsonObject): InlineMedia[] {
  return objectsOf(images).flatMap(({ image_url }) => {
    const url = textOf(objectOf(image_url).url)
    const [head, mediaType] = DATA_URL.exec(url) ?? []
    return head && mediaType ? [{ mediaType, data: url.slice(head.length) }] : []
  })
}

/** A spoken answer, whose type its request has named: https://platform.openai.com/docs/guides/audio */
export function soundOf({ audio }: JsonObject): InlineMedia[] {
  const data = textOf(objectOf(audio).data)
  return data ? [{ mediaType: 'audio/*', data }] : []
}

export const signatureOf = (call: JsonObject) => textOf(objectOf(objectOf(call.extra_content).google).thought_signature)

export const endings: Endings = {
  plain: {
    stop: 'stop',
    length: 'length',
    tool_calls: 'tool_calls',
    function_call: 'tool_calls',
    content_filter: 'content_filter',
  },
  own: {
    // Mistral: https://docs.mistral.ai/api/endpoint/chat
    model_length: 'length',
    // DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion
    insufficient_system_resource: 'failed',
  },
}
const UNAVAILABLE = 503

/**
 * Why a choice ended. OpenRouter passes on the vendor's own word: https://openrouter.ai/docs/api-reference/overview. It
 * is kept where it says more than its own. Throws Refused for an answer that failed.
 */
export function readEnding(choice: JsonObject, held: { hasCalls: boolean; isEmpty: boolean }): Finish {
  const finish = readFinish(choice.finish_reason, endings, held)
  const native = textOf(choice.native_finish_reason)
  return finish.vendorReason || !native || isOrdinary(native) ? finish : { ...finish, vendorReason: native }
}

/** Words by which vendors say no more than the conversation's own. */
const isOrdinary = (word: string) => ORDINARY.has(word.toLowerCase())
const ORDINARY = new Set([...Object.keys(endings.plain), 'completed', 'max_tokens', 'end_turn', 'tool_use', 'eos'])
