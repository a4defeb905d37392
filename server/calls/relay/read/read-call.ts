import type { ErrorCode } from '#contract/errors.ts'
import { createSimilarKeyTest, refuseAmbiguousNestedKeys } from '../../../formats/body/ambiguous-keys.ts'
import { createBodyDecoder } from '../../../formats/body/body-decoder.ts'
import {
  type Fields,
  fieldValue,
  type ScannedBody,
  scanFields,
  scanFieldsInSteps,
} from '../../../formats/body/scan-fields.ts'
import { editFields } from '../../../formats/body/splice.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { DEFAULT_RATIOS, type TokenRatios } from '../../../formats/estimates/families.ts'
import { priceName } from '../../../money/prices/prices.ts'
import type { MaybePromise } from '../../../platform/async/and-then.ts'
import type { Steps } from '../../../platform/async/steps.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { bodyTooLarge } from '../../../platform/http/read-body.ts'
import { NO_RESERVATION, SMALL_BYTES } from '../../../platform/memory/memory-budget.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'
import {
  boundOfInput,
  estimateEmbeddingTokens,
  estimateInput,
  estimateOfMeasure,
  type InputMeasure,
  measureInput,
} from '../../upstream/answers/estimate.ts'
import { estimatedCount, type InputCount, LateCount } from '../../upstream/answers/input-count.ts'
import type { ReadRequest } from '../admit/call-headers.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { PICTURE_FIELDS } from './picture-form.ts'
import { PRICED_FIELD_NAMES } from './priced-fields-by-format.ts'
import { PROMPT_FIELDS } from './sensitive.ts'

/** The facts that the relay reads from a request's body. */
export interface RequestFacts {
  body: ScannedBody
  model: string
  stream: boolean
  usageWanted: boolean
  input: InputCount
  maxTokens: number | undefined
  /** The number of requested answers; 1 by default. */
  answerCount: number
  /** Playground only. */
  group: string | undefined
  /** The response goes on without its caller. */
  background?: boolean
  /** Whether it says a sensitive word; absent = that was not searched yet. */
  saysWord?: boolean
}

/**
 * Bodies up to this size are parsed completely, so that broken JSON is rejected here; of larger ones only the top
 * level is.
 */
const FULL_CHECK_BYTES = 64 * 1024
/** The contract's limit: half of 2³¹ − 1. */
const MAX_TOKENS = 1_073_741_823
/** Characters of a model name. */
const MAX_MODEL_NAME = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x1f\x7f]/
/** No JSON value other than `null` begins with `n`. */
const NULL_START = 0x6e

/**
 * Returns the decoded body of a user's call. Throws encoding_unsupported, body_too_large, or the budget's error when no
 * memory is free for what has arrived. The reservation must be released.
 */
export function readBody(
  request: Pick<ReadRequest, 'length' | 'body' | 'reservation' | 'headers'>,
  userId: number,
  { bodyMemory, services }: Pick<RelayDeps, 'bodyMemory' | 'services'>,
): MaybePromise<Buffer> {
  const { maxBodyBytes } = services.config
  if (request.length > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
  const { encoding } = request.headers
  const decode = encoding === undefined ? undefined : createBodyDecoder(encoding)
  let size = 0
  const body = request.body(maxBodyBytes, (bytes) => {
    size += bytes
    if (size <= SMALL_BYTES) return
    request.reservation ??= bodyMemory.reserve(userId, size - bytes)
    request.reservation.grow(bytes)
  })
  return decode ? decodeBody(body, decode, request, userId, { bodyMemory, services }) : body
}

/** A decoded body needs memory beside the encoded one: both are in memory while it is decoded. */
async function decodeBody(
  body: MaybePromise<Buffer>,
  decode: NonNullable<ReturnType<typeof createBodyDecoder>>,
  request: Pick<RelayRequest, 'reservation'>,
  userId: number,
  { bodyMemory, services }: Pick<RelayDeps, 'bodyMemory' | 'services'>,
): Promise<Buffer> {
  const { maxBodyBytes } = services.config
  const encoded = await body
  let size = 0
  let counted = 0
  return decode(encoded, (bytes) => {
    size += bytes
    if (size > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
    if (size <= SMALL_BYTES) return
    if (request.reservation === undefined || request.reservation === NO_RESERVATION)
      request.reservation = bodyMemory.reserve(userId, 0)
    request.reservation.grow(size - counted)
    counted = size
  })
}

/**
 * Checks a body that has grown since it arrived, and reserves memory for the difference. Throws as `readBody` does.
 */
export function checkGrownBody(
  body: Buffer,
  receivedBytes: number,
  request: Pick<RelayRequest, 'reservation'>,
  userId: number,
  { bodyMemory, services }: Pick<RelayDeps, 'bodyMemory' | 'services'>,
): Buffer {
  const { maxBodyBytes } = services.config
  if (body.length > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
  if (body.length > SMALL_BYTES) {
    request.reservation ??= bodyMemory.reserve(userId, 0)
    request.reservation.grow(Math.max(0, body.length - receivedBytes))
  }
  return body
}

/** Reads and checks a body. Throws an ApiError that says what is wrong with it. */
export function readCall(body: Buffer, endpoint: RelayEndpoint, ratiosOf = defaultRatios): RequestFacts {
  return factsOf(body, endpoint, ratiosOf, parseBody(body))
}

/** As `readCall`, for large bodies: rests now and then. */
export function* readLargeCall(body: Buffer, endpoint: RelayEndpoint, ratiosOf = defaultRatios): Steps<RequestFacts> {
  const parsed = readValues(body, yield* scanLargeBody(body))
  const measure = yield* measureInput(body, parsed.fields, namesOf(endpoint))
  return factsOf(body, endpoint, ratiosOf, parsed, measure)
}

function factsOf(
  body: Buffer,
  endpoint: RelayEndpoint,
  ratiosOf: (model: string) => TokenRatios,
  { fields, values }: ParsedBody,
  measure?: InputMeasure,
): RequestFacts {
  refuseAmbiguousKeys(fields)
  refuseAmbiguousNestedKeys(body, fields)
  const named = parseModelName(endpoint.model ?? values.model ?? endpoint.defaultModel)
  if (endpoint.nonEmptyFields) checkNotEmpty(body, fields, endpoint.nonEmptyFields)
  const has = (name: string) => hasField(body, fields, name)
  if (!has(endpoint.requiredField) && !endpoint.alternativeFields?.some(has)) {
    throw new ApiError('field_required', { field: endpoint.requiredField })
  }
  const isPlayground = endpoint.auth === 'session'
  const group = isPlayground ? values.group : undefined
  const given = { bytes: body, fields }
  return {
    body: isPlayground ? removePlaygroundFields(given, values) : given,
    model: named,
    stream: endpoint.stream ?? values.stream === true,
    usageWanted:
      endpoint.format !== 'openai' ||
      (values.stream_options as { include_usage?: unknown } | null | undefined)?.include_usage === true,
    input: countInput(given, endpoint, () => ratiosOf(named), measure),
    maxTokens: parseMaxTokens(readOutputLimit(values, endpoint)),
    answerCount: readAnswerCount(values, endpoint),
    group: typeof group === 'string' ? group : undefined,
    ...(endpoint.format === 'responses' && values.background === true && { background: true }),
  }
}

const defaultRatios = (_model: string): TokenRatios => DEFAULT_RATIOS

const namesOf = ({ nonEmptyFields }: RelayEndpoint) => nonEmptyFields && Object.keys(nonEmptyFields)

/** Counts the input only where that is asked for, unless it is measured already. */
function countInput(
  body: ScannedBody,
  endpoint: RelayEndpoint,
  ratios: () => TokenRatios,
  measure: InputMeasure | undefined,
): InputCount {
  if (measure) return estimatedCount(estimateOfMeasure(measure, ratios()))
  const { embeddings } = endpoint
  if (embeddings?.alwaysConvert)
    return new LateCount(body, undefined, ({ bytes }) => {
      const tokens = estimateEmbeddingTokens(bytes, embeddings, ratios())
      return { tokens, heldTokens: tokens, pieces: undefined }
    })
  const names = namesOf(endpoint)
  const count = ({ bytes, fields }: ScannedBody) => estimateInput(bytes, fields, ratios(), names)
  return new LateCount(body, boundOfInput(body.bytes, body.fields, names), count)
}

/**
 * Fields that decide whether a call is allowed, and its price. The body passes unchanged, so an upstream must read
 * the same values.
 */
const DECISIVE_FIELDS = new Set([
  'model',
  'stream',
  'stream_options',
  'background',
  'quality',
  ...PICTURE_FIELDS,
  'generationConfig',
  'generation_config',
  ...PROMPT_FIELDS,
  ...PRICED_FIELD_NAMES,
])
const isSimilarKey = createSimilarKeyTest(DECISIVE_FIELDS)

/**
 * Refuses repeated decisive fields, of which some parsers take the first and others the last, and names that differ
 * only in case, which some parsers ignore. Throws body_invalid.
 */
function refuseAmbiguousKeys({ spans, repeated }: Fields): void {
  for (const { name } of repeated) {
    if (DECISIVE_FIELDS.has(name)) throw new ApiError('body_invalid', { detail: `"${name}" is given twice` })
  }
  for (const name of spans.keys()) {
    if (isSimilarKey(name)) throw new ApiError('body_invalid', { detail: `"${name}" is no field` })
  }
}

/** Throws model_required or model_name_invalid. */
export function parseModelName(named: unknown): string {
  if (typeof named !== 'string' || named === '') throw new ApiError('model_required')
  if (!isModelName(named)) throw new ApiError('model_name_invalid', { max: MAX_MODEL_NAME })
  return named
}

/** Names are stored and indexed with every call, and callers choose a part of the name in a model family. */
const isModelName = (name: string) => name.length <= MAX_MODEL_NAME && !CONTROL.test(name)

/** Returns the name by which channels offer a model: custom assistants are offered as a family. */
export const routingName = priceName

/**
 * Removes what only the playground sends: upstreams reject unknown fields, and a limit of 0, which means no limit
 * here.
 */
function removePlaygroundFields(body: ScannedBody, values: Values): ScannedBody {
  const bytes = editFields(body, { group: undefined, ...(values.max_tokens === 0 && { max_tokens: undefined }) })
  return bytes === body.bytes ? body : { bytes, fields: scanFields(bytes) }
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
  'group',
  'generationConfig',
  'generation_config',
] as const
/** None of these fields contains prompt text. Parsing a longer one would delay all other callers. */
const MAX_FIELD_BYTES = 1024 * 1024
type Values = Partial<Record<(typeof READ_FIELDS)[number], unknown>>

interface ParsedBody {
  /** The positions of the fields. */
  fields: Fields
  /** Those in READ_FIELDS. */
  values: Values
}

function parseBody(body: Buffer): ParsedBody {
  try {
    if (body.length > FULL_CHECK_BYTES) return readValues(body, scanFields(body))
    const fields = scanFields(body)
    return { fields, values: JSON.parse(body.toString('utf8')) as Values }
  } catch (error) {
    throw invalidBody(error)
  }
}

function* scanLargeBody(body: Buffer): Steps<Fields> {
  try {
    return yield* scanFieldsInSteps(body)
  } catch (error) {
    throw invalidBody(error)
  }
}

function readValues(body: Buffer, fields: Fields): ParsedBody {
  try {
    const values: Values = {}
    for (const name of READ_FIELDS) {
      const { start = 0, end = 0 } = fields.spans.get(name) ?? {}
      if (end - start > MAX_FIELD_BYTES) throw new SyntaxError(`"${name}" is too long`)
      values[name] = fieldValue(body, fields, name)
    }
    return { fields, values }
  } catch (error) {
    throw invalidBody(error)
  }
}

const invalidBody = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('body_invalid', { detail: error instanceof Error ? error.message : String(error) })

function readOutputLimit(values: Values, { format }: RelayEndpoint): unknown {
  if (format === 'gemini') return readGeminiLimit(values)
  if (format === 'responses') return values.max_output_tokens
  return values.max_completion_tokens ?? values.max_tokens
}

/** Returns the value of a field, which in a large body has not been parsed before. Throws body_invalid. */
export function readField(body: Buffer, fields: Fields, name: string): unknown {
  try {
    return fieldValue(body, fields, name)
  } catch (error) {
    throw invalidBody(error)
  }
}

/** Whether a field is present and not null. */
export function hasField(body: Buffer, fields: Fields, name: string): boolean {
  const span = fields.spans.get(name)
  return span !== undefined && body[span.start] !== NULL_START
}

function readGeminiLimit(values: Values): unknown {
  const config = geminiConfig(values)
  return config?.maxOutputTokens ?? config?.max_output_tokens
}

function readAnswerCount(values: Values, { format }: RelayEndpoint): number {
  const config = format === 'gemini' ? geminiConfig(values) : undefined
  const wanted = format === 'openai' ? values.n : (config?.candidateCount ?? config?.candidate_count)
  return typeof wanted === 'number' && wanted > 1 ? wanted : 1
}

/** https://ai.google.dev/api/generate-content#v1beta.GenerationConfig; both spellings are valid. */
const geminiConfig = ({ generationConfig, generation_config }: Values) =>
  (generationConfig ?? generation_config) as Partial<
    Record<'maxOutputTokens' | 'max_output_tokens' | 'candidateCount' | 'candidate_count', unknown>
  > | null

/** An empty value is not longer than this, unless it is padded with white space. */
const MAX_EMPTY_BYTES = 64
const EMPTY = /^(?:null|""|\[\s*\])$/

function checkNotEmpty(body: Buffer, fields: Fields, nonEmptyFields: Readonly<Record<string, ErrorCode>>): void {
  for (const [name, code] of Object.entries(nonEmptyFields)) {
    const { start = 0, end = 0 } = fields.spans.get(name) ?? {}
    const isEmpty = start === end || (end - start < MAX_EMPTY_BYTES && EMPTY.test(body.toString('utf8', start, end)))
    if (isEmpty) throw new ApiError(code)
  }
}

function parseMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= 0) || value > MAX_TOKENS) throw new ApiError('max_tokens_invalid')
  return value > 0 ? value : undefined
}
