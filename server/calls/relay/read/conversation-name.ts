import { type ScannedBody, skipBlank, skipValue } from '../../../formats/body/scan-fields.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'
import { promptTexts } from './prompt-texts.ts'
import { SESSION_FIELDS } from './session-fields.ts'

/** What names the conversation of a call. */
interface NamedCall {
  body: ScannedBody
  model: string
  endpoint: Pick<RelayEndpoint, 'format' | 'form'>
  userId: number
  header: RelayRequest['header']
}

/**
 * Returns a name that all calls of a conversation share: that of its client's session or, where the client sends none, a
 * digest of how the conversation begins. undefined = the call is no conversation.
 */
export function conversationName(call: NamedCall): string | undefined {
  return sessionOf(call) ?? digestOf(call)
}

/** A longer value names no session. */
const MAX_NAME_BYTES = 2048

function sessionOf({ body, endpoint, header }: NamedCall): string | undefined {
  for (const { header: name, field, read } of SESSION_FIELDS) {
    const text = name !== undefined ? header(name) : endpoint.form ? undefined : textAt(body, field ?? '')
    const session = text && text.length <= MAX_NAME_BYTES ? (read ? read(text) : text) : undefined
    if (session) return session
  }
  return undefined
}

/** Returns the text at a path of a body, of which the first name is a field. */
function textAt({ bytes, fields }: ScannedBody, path: string): string | undefined {
  const [name = '', inner] = path.split('.')
  const span = fields.spans.get(name)
  if (!span || span.end - span.start > MAX_NAME_BYTES) return undefined
  const value = parsed(bytes, span.start, span.end)
  const found = inner === undefined ? value : (value as Record<string, unknown> | null)?.[inner]
  return typeof found === 'string' ? found : undefined
}

function parsed(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end))
  } catch {
    return undefined
  }
}

/** The fields of a format that stand before the turns in the prompt, and the field of the turns. */
const BEGINNINGS: Partial<Record<RelayEndpoint['format'], { before: readonly string[]; turns: string }>> = {
  openai: { before: ['tools', 'functions'], turns: 'messages' },
  anthropic: { before: ['system', 'tools'], turns: 'messages' },
  responses: { before: ['instructions', 'tools'], turns: 'input' },
  gemini: { before: ['systemInstruction', 'system_instruction', 'tools'], turns: 'contents' },
}

/** Caching marks move from turn to turn, and long values are pictures: texts of values up to this size are read. */
const MAX_READ_BYTES = 32 * 1024
/** A first turn has no more parts. */
const MAX_ITEMS = 16

/** Characters of a beginning: "hi" and "ping" are tests rather than conversations, and each is drawn for itself. */
const MIN_TEXT = 6

/**
 * Returns a digest of the user, the model, the system's text, the tools and the first turn of the user. It is the same on
 * all nodes.
 */
function digestOf({ body: { bytes, fields }, model, endpoint, userId }: NamedCall): string | undefined {
  const beginning = endpoint.form ? undefined : BEGINNINGS[endpoint.format]
  const turns = beginning && fields.spans.get(beginning.turns)
  if (!turns) return undefined
  let state = Bun.hash.xxHash64(`${userId} ${model}`)
  let length = 0
  const add = (start: number, end: number) => {
    const text = readText(bytes, start, end)
    length += text.length
    state = Bun.hash.xxHash64(text, state)
  }
  for (const name of beginning.before) {
    const span = fields.spans.get(name)
    if (span) add(span.start, span.end)
  }
  const last = addFirstTurn(bytes, turns, add)
  const isTest = last === 'end' && length < MIN_TEXT
  return last === 'none' || isTest ? undefined : state.toString(36)
}

/** The texts of a value without marks of caching and ids; the bytes of a long one. */
function readText(bytes: Buffer, start: number, end: number): string | Buffer {
  if (end - start > MAX_READ_BYTES) return bytes.subarray(start, start + MAX_READ_BYTES)
  return promptTexts(parsed(bytes, start, end)).join('\n')
}

const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COMMA = 0x2c
const USER_ROLES = new Set(['user', 'system', 'developer', undefined])

/** Adds the turns up to the first answer. Returns what follows them: an answer, or the end; `none` = there are no turns. */
function addFirstTurn(
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  add: (start: number, end: number) => void,
): 'answer' | 'end' | 'none' {
  if (bytes[start] !== OPEN_BRACKET) {
    add(start, end)
    return 'end'
  }
  let at = skipBlank(bytes, start + 1)
  let isEmpty = true
  for (let item = 0; item < MAX_ITEMS && at < end && bytes[at] !== CLOSE_BRACKET; item++) {
    const next = skipValue(bytes, at)
    if (!isOfUser(bytes, at, next)) return isEmpty ? 'none' : 'answer'
    isEmpty = false
    add(at, next)
    at = skipBlank(bytes, next)
    if (bytes[at] === COMMA) at = skipBlank(bytes, at + 1)
  }
  return isEmpty ? 'none' : 'end'
}

/** Whether an item is a message that an answer follows: of the user, the system or, in a long one, most likely. */
function isOfUser(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > MAX_READ_BYTES) return true
  const item = parsed(bytes, start, end) as { role?: string; type?: string } | string | null
  if (typeof item !== 'object') return true
  return USER_ROLES.has(item?.role) && (item?.role !== undefined || item?.type === undefined || item.type === 'message')
}
