import type { ErrorCode } from '#contract/errors.ts'
import { refuseNestedReadings } from '../../body/ambiguous-keys.ts'
import { bodyDecoder } from '../../body/decoded-body.ts'
import { type Fields, fieldValue, scanFields } from '../../body/scan-fields.ts'
import { lookalikesOf } from '../../body/similar-keys.ts'
import { dropField } from '../../body/splice.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Incoming } from '../../http1/shared/request.ts'
import { NO_RESERVATION, SMALL_BYTES } from '../../memory/memory-budget.ts'
import { priceName } from '../../prices/prices.ts'
import { estimateEmbedTokens, estimateInputTokens } from '../../upstream/answers/estimate.ts'
import type { RelayDeps } from '../deps.ts'
import { PRICED_FIELDS } from './priced-names.ts'
import { PROMPT_FIELDS } from './sensitive.ts'

/** What the relay reads from a request's body. */
export interface RequestFacts {
  body: Buffer
  fields: Fields
  model: string
  stream: boolean
  usageWanted: boolean
  inputTokens: number
  maxTokens: number | undefined
  /** How many answers are wanted; 1 unless the caller says so. */
  answers: number
  /** What the calls of one conversation have in common, where they say so. */
  conversationKey: string | undefined
  /** Playground only. */
  group: string | undefined
}

/** Bodies up to this size are parsed as a whole, to refuse broken JSON ourselves; larger ones only at their top level. */
const FULL_CHECK_BYTES = 64 * 1024
/** The contract's bound: half of 2³¹ − 1. */
const MAX_TOKENS = 1_073_741_823
const MEGABYTE = 1024 * 1024
/** Characters of a model's name. */
const MOST_NAME = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x1f\x7f]/
/** No other JSON value begins with an `n`. */
const NULL_BEGINS = 0x6e

/**
 * The body of a user's call, decoded. Throws encoding_unsupported, body_too_large, or that there is no memory for it now;
 * before it is read if its length is announced. Its reservation must be released.
 */
export function bodyOf(
  incoming: Pick<Incoming, 'length' | 'body' | 'reservation' | 'header'>,
  userId: number,
  { bodies, services }: Pick<RelayDeps, 'bodies' | 'services'>,
): Buffer | Promise<Buffer> {
  const { maxBodyBytes } = services.config
  if (incoming.length > maxBodyBytes) throw tooLarge(maxBodyBytes)
  if (incoming.length > SMALL_BYTES) incoming.reservation ??= bodies.reserve(userId, incoming.length)
  const decode = bodyDecoder(incoming.header('content-encoding'))
  let size = 0
  const body = incoming.body((bytes) => {
    size += bytes
    if (size > maxBodyBytes) throw tooLarge(maxBodyBytes)
    incoming.reservation ??= bodies.reserve(userId, 0)
    incoming.reservation.grow(bytes)
  })
  if (decode) return decodedBody(body, decode, incoming, userId, { bodies, services })
  return body instanceof Promise ? laterBody(body, maxBodyBytes) : fitting(body, maxBodyBytes)
}

/** A decoded body takes memory beside the one that came: both are in memory while it is decoded. */
async function decodedBody(
  body: Buffer | Promise<Buffer>,
  decode: NonNullable<ReturnType<typeof bodyDecoder>>,
  incoming: Pick<Incoming, 'reservation'>,
  userId: number,
  { bodies, services }: Pick<RelayDeps, 'bodies' | 'services'>,
): Promise<Buffer> {
  const { maxBodyBytes } = services.config
  const came = fitting(await body, maxBodyBytes)
  let size = 0
  let counted = 0
  return decode(came, (bytes) => {
    size += bytes
    if (size > maxBodyBytes) throw tooLarge(maxBodyBytes)
    if (size <= SMALL_BYTES) return
    if (incoming.reservation === undefined || incoming.reservation === NO_RESERVATION)
      incoming.reservation = bodies.reserve(userId, 0)
    incoming.reservation.grow(size - counted)
    counted = size
  })
}

async function laterBody(body: Promise<Buffer>, maxBytes: number): Promise<Buffer> {
  return fitting(await body, maxBytes)
}

function fitting(body: Buffer, maxBytes: number): Buffer {
  if (body.length > maxBytes) throw tooLarge(maxBytes)
  return body
}

/** A body that has grown since it came. Throws as `bodyOf`. */
export function grownBody(
  body: Buffer,
  cameWith: number,
  incoming: Pick<Incoming, 'reservation'>,
  userId: number,
  { bodies, services }: Pick<RelayDeps, 'bodies' | 'services'>,
): Buffer {
  const fits = fitting(body, services.config.maxBodyBytes)
  if (fits.length > SMALL_BYTES) {
    incoming.reservation ??= bodies.reserve(userId, 0)
    incoming.reservation.grow(Math.max(0, fits.length - cameWith))
  }
  return fits
}

const tooLarge = (maxBytes: number) => new Failure('body_too_large', { max: Math.floor(maxBytes / MEGABYTE) })

/** Reads and checks a body. Throws the Failure that says what is wrong with it. */
export function readCall(body: Buffer, endpoint: RelayEndpoint): RequestFacts {
  const { fields, values } = parsed(body)
  refuseTwoReadings(fields)
  refuseNestedReadings(body, fields)
  const named = checkedModel(endpoint.model ?? values.model ?? endpoint.defaultModel)
  if (endpoint.filled) checkFilled(body, fields, endpoint.filled)
  const has = (name: string) => hasField(body, fields, name)
  if (!has(endpoint.requiredField) && !endpoint.insteadOfIt?.some(has)) {
    throw new Failure('field_required', { field: endpoint.requiredField })
  }
  // Whoever answers later is paid later: nobody would fetch the answer here, or its usage.
  if (endpoint.format === 'responses' && values.background === true) throw new Failure('background_unsupported')
  const isPlayground = endpoint.auth === 'session'
  const group = isPlayground ? values.group : undefined
  const sent = isPlayground ? withoutOwn(body, fields, values) : { body, fields }
  return {
    body: sent.body,
    fields: sent.fields,
    model: named,
    stream: endpoint.stream ?? values.stream === true,
    usageWanted:
      endpoint.format !== 'openai' ||
      (values.stream_options as { include_usage?: unknown } | null | undefined)?.include_usage === true,
    inputTokens: endpoint.embeddings?.alwaysRead
      ? estimateEmbedTokens(body, endpoint.embeddings)
      : estimateInputTokens(body, fields, endpoint.filled && Object.keys(endpoint.filled)),
    maxTokens: maxTokens(limitIn(values, endpoint)),
    answers: answersIn(values, endpoint),
    conversationKey: textOf(values.prompt_cache_key),
    group: typeof group === 'string' ? group : undefined,
  }
}

/** By these a call is allowed, priced or refused. The body passes on as it is, so an upstream must read the same in them. */
const DECISIVE = new Set([
  'model',
  'stream',
  'stream_options',
  'background',
  'n',
  'size',
  'quality',
  'generationConfig',
  'generation_config',
  ...PROMPT_FIELDS,
  ...PRICED_FIELDS,
])
const isLookalike = lookalikesOf(DECISIVE)

/** Of two, one reader takes the first and another the last; some ignore case. Throws body_invalid. */
function refuseTwoReadings({ spans, repeated }: Fields): void {
  for (const { name } of repeated) {
    if (DECISIVE.has(name)) throw new Failure('body_invalid', { detail: `"${name}" is given twice` })
  }
  for (const name of spans.keys()) {
    if (isLookalike(name)) throw new Failure('body_invalid', { detail: `"${name}" is no field` })
  }
}

/** Throws model_required or model_name_invalid. */
export function checkedModel(named: unknown): string {
  if (typeof named !== 'string' || named === '') throw new Failure('model_required')
  if (!isModelName(named)) throw new Failure('model_name_invalid', { max: MOST_NAME })
  return named
}

/** Names are stored and indexed with every call; whoever offers a family of models lets callers choose the rest of it. */
const isModelName = (name: string) => name.length <= MOST_NAME && !CONTROL.test(name)

/** The name by which channels offer a model: custom assistants are offered as a family. */
export const routingName = priceName

/** What only the playground says: upstreams refuse fields they do not know, and a limit of 0, which here means none. */
function withoutOwn(body: Buffer, fields: Fields, values: Values): Pick<RequestFacts, 'body' | 'fields'> {
  let sent = { body, fields }
  for (const name of ['group', ...(values.max_tokens === 0 ? ['max_tokens'] : [])]) {
    if (!sent.fields.spans.has(name)) continue
    const rest = dropField(sent.body, sent.fields, name)
    sent = { body: rest, fields: scanFields(rest) }
  }
  return sent
}

const READ_FIELDS = [
  'model',
  'stream',
  'stream_options',
  'n',
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'background',
  'prompt_cache_key',
  'group',
  'generationConfig',
  'generation_config',
] as const
/** None of them holds what a user says. To parse a longer one would keep all other callers waiting. */
const MOST_FIELD_BYTES = 1024 * 1024
type Values = Partial<Record<(typeof READ_FIELDS)[number], unknown>>

/** Where the fields stand, and what those hold that are read. */
function parsed(body: Buffer): { fields: Fields; values: Values } {
  try {
    if (body.length <= FULL_CHECK_BYTES) {
      const values = JSON.parse(body.toString('utf8')) as Values
      return { fields: scanFields(body), values }
    }
    const fields = scanFields(body)
    const values: Values = {}
    for (const name of READ_FIELDS) {
      const { start = 0, end = 0 } = fields.spans.get(name) ?? {}
      if (end - start > MOST_FIELD_BYTES) throw new SyntaxError(`"${name}" is too long`)
      values[name] = fieldValue(body, fields, name)
    }
    return { fields, values }
  } catch (error) {
    throw new Failure('body_invalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function limitIn(values: Values, { format }: RelayEndpoint): unknown {
  if (format === 'gemini') return geminiLimit(values)
  if (format === 'responses') return values.max_output_tokens
  return values.max_completion_tokens ?? values.max_tokens
}

/** The value of a field, which in a long body nobody has parsed yet. Throws body_invalid. */
export function readField(body: Buffer, fields: Fields, name: string): unknown {
  try {
    return fieldValue(body, fields, name)
  } catch (error) {
    throw new Failure('body_invalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}

/** Whether a field is there and not null. */
export function hasField(body: Buffer, fields: Fields, name: string): boolean {
  const span = fields.spans.get(name)
  return span !== undefined && body[span.start] !== NULL_BEGINS
}

function geminiLimit(values: Values): unknown {
  const config = geminiConfig(values)
  return config?.maxOutputTokens ?? config?.max_output_tokens
}

function answersIn(values: Values, { format }: RelayEndpoint): number {
  const config = format === 'gemini' ? geminiConfig(values) : undefined
  const wanted = format === 'openai' ? values.n : (config?.candidateCount ?? config?.candidate_count)
  return typeof wanted === 'number' && wanted > 1 ? wanted : 1
}

/** https://ai.google.dev/api/generate-content#v1beta.GenerationConfig; both spellings are allowed. */
const geminiConfig = ({ generationConfig, generation_config }: Values) =>
  (generationConfig ?? generation_config) as Partial<
    Record<'maxOutputTokens' | 'max_output_tokens' | 'candidateCount' | 'candidate_count', unknown>
  > | null

/** An empty value is no longer than this, unless somebody fills it with blanks. */
const SHORT = 64
const EMPTY = /^(?:null|""|\[\s*\])$/

function checkFilled(body: Buffer, fields: Fields, filled: Readonly<Record<string, ErrorCode>>): void {
  for (const [name, code] of Object.entries(filled)) {
    const { start = 0, end = 0 } = fields.spans.get(name) ?? {}
    const isEmpty = start === end || (end - start < SHORT && EMPTY.test(body.toString('utf8', start, end)))
    if (isEmpty) throw new Failure(code)
  }
}

function maxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= 0) || value > MAX_TOKENS) throw new Failure('max_tokens_invalid')
  return value > 0 ? value : undefined
}
