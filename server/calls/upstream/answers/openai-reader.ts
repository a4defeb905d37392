import { isRecord } from '#contract/is-record.ts'
import { completionTokens } from '#contract/prices/price.ts'
import { fieldValue, scanFields } from '../../../formats/body/scan-fields.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { Unreadable } from '../../../formats/dialects/dialect.ts'
import { hasNoResult } from '../../../formats/dialects/error-shapes.ts'
import { objectsOf } from '../../../formats/dialects/json.ts'
import { checkCompletion } from '../../../formats/dialects/openai/check-completion.ts'
import { readUpstreamError } from '../../../formats/dialects/openai-errors.ts'
import { findUsage } from '../../../formats/dialects/openai-usage.ts'
import { readRerankUsage } from '../../../formats/dialects/rerank.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import { countPieces, type Pieces } from '../../../formats/estimates/text-counter.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import type { CallWithBody } from '../converted-call.ts'
import type { AnswerReader, WholeAnswer } from './answer-reader.ts'
import { toRequestedEncoding } from './embedding-encoding.ts'
import { estimateTokens } from './estimate.ts'
import { OpenAIAnswerStream } from './openai-answer-stream.ts'
import { isTextAnswer } from './text-reader.ts'

/** Answers up to this size are parsed completely; of larger ones (embeddings) only the usage is read. */
const MAX_PARSED_BYTES = 64 * 1024

/** Creates a reader for answers in OpenAI's format that are passed on unchanged. */
export function createOpenAIReader(given: CallWithBody, isText = isTextAnswer(given.call.endpoint)): AnswerReader {
  const { call } = given
  return {
    whole: (body) => readObject(body, given, isText),
    stream: () => new OpenAIAnswerStream(call.usageWanted, call.answerCount, call.ratios),
  }
}

/** Reads what the charge needs. Large answers are not parsed completely. Throws as readers do. */
function readObject(body: Buffer<ArrayBuffer>, given: CallWithBody, isText: boolean): WholeAnswer {
  const { call } = given
  const { endpoint } = call
  const { operation, hasOutput } = endpoint
  const isLong = body.length > MAX_PARSED_BYTES
  const parsed = isLong ? readTopLevelFields(body) : parsedObject(body)
  const hasChoices = Array.isArray(parsed.choices) && parsed.choices.length > 0
  if (!isLong && !hasChoices && hasNoResult(parsed))
    throw new Unreadable(readUpstreamError(body.toString('utf8'), 200).message)
  if (!isLong && isText) checkCompletion(parsed)
  const usage = findUsage(parsed) ?? readRerankUsage(parsed.meta)
  const tellsOutput = !hasOutput || (usage !== undefined && completionTokens(usage) > 0)
  const passed = operation === 'embeddings' ? toRequestedEncoding(body, given.body) : body
  const isEmpty = !isLong && isText && objectsOf(parsed.choices).every(isEmptyChoice)
  return {
    body: passed,
    usage,
    outputTokens: tellsOutput ? 0 : estimateOutputTokens(body, call.ratios),
    get said() {
      return isText && !isLong && usage ? saidIn(parsed) : undefined
    },
    isEmpty,
  }
}

/** What a choice may contain, in a completion or in its message. */
const CONTENT_FIELDS = [
  ...['content', 'text', 'refusal', 'reasoning_content', 'reasoning', 'reasoning_details'],
  ...['tool_calls', 'function_call', 'audio', 'images'],
]

function isEmptyChoice(choice: JsonObject): boolean {
  const message = isRecord(choice.message) ? choice.message : {}
  return CONTENT_FIELDS.every((name) => isNothing(choice[name]) && isNothing(message[name]))
}

const isNothing = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)

/** Top-level fields that are read from a large answer. */
const READ_FIELDS = [
  'usage',
  'usageMetadata',
  'usage_metadata',
  'x_groq',
  'metrics',
  'timings',
  'meta',
  'service_tier',
  'model',
  'web_search',
] as const

/** Reads these fields of a large answer without parsing the rest. */
function readTopLevelFields(body: Buffer): JsonObject {
  const fields = scanFields(body)
  return Object.fromEntries(READ_FIELDS.map((name) => [name, fieldValue(body, fields, name)]))
}

function parsedObject(body: Buffer): JsonObject {
  const value: unknown = parseJson(body.toString('utf8'))
  if (!isRecord(value)) throw new SyntaxError('not an object')
  return value
}

const TEXT_FIELDS = new Set(['content', 'reasoning_content', 'arguments', 'text', 'refusal'])

/** Estimates the output tokens of an answer without usage. */
function estimateOutputTokens(body: Buffer, ratios: TokenRatios | undefined): number {
  let tokens = 0
  JSON.parse(body.toString('utf8'), (name, value) => {
    if (typeof value === 'string' && TEXT_FIELDS.has(name)) tokens += estimateTokens(value, ratios)
    return value
  })
  return tokens
}

/** Fields of a message that do not change what its text counts. */
const PLAIN_FIELDS = new Set(['role', 'content', 'refusal', 'annotations'])

/** Returns the pieces of an answer that is text alone. */
function saidIn({ choices }: JsonObject): Pieces | undefined {
  const texts = objectsOf(choices).map(({ message, text }) => (isRecord(message) ? plainText(message) : text))
  return texts.every((text) => typeof text === 'string') ? countPieces(texts.join('')) : undefined
}

function plainText(message: JsonObject): unknown {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0)
  const isPlain = Object.entries(message).every(([name, value]) => PLAIN_FIELDS.has(name) || isEmpty(value))
  return isPlain ? (message.content ?? message.refusal) : undefined
}
