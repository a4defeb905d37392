import { isRecord } from '#contract/is-record.ts'
import { findInSteps } from '../../../formats/body/find-in-steps.ts'
import { hasTextValue } from '../../../formats/body/has-text-value.ts'
import { parseInSteps } from '../../../formats/body/parse-in-steps.ts'
import { type ScannedBody, scanFieldsInSteps } from '../../../formats/body/scan-fields.ts'
import { findTooManyValues } from '../../../formats/body/too-many-values.ts'
import { writeInSteps } from '../../../formats/body/write-in-steps.ts'
import { callerDialects } from '../../../formats/dialects/all.ts'
import { modelFacts as claudeFacts } from '../../../formats/dialects/anthropic/models.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { hasOddMediaType } from '../../../formats/dialects/media-types.ts'
import { modelFacts } from '../../../formats/dialects/openai/models.ts'
import { SEAL_MARK } from '../../../formats/dialects/state-seals.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { SLICED_BYTES, type Steps } from '../../../platform/async/steps.ts'

const MARK_BYTES = Buffer.from(SEAL_MARK)
const TOOL_CALLS_BYTES = Buffer.from('"tool_calls"')
const SYSTEM_BYTES = Buffer.from('"system"')
const DEVELOPER_BYTES = Buffer.from('"developer"')
const USER_BYTES = Buffer.from('"user"')
/** Unsigned thinking blocks, as other gateways write them in Anthropic's format. */
const UNSIGNED_BYTES = [Buffer.from('"signature":""'), Buffer.from('"signature": ""')]

/**
 * Returns a passed-through body without the state of other vendors that conversions of earlier answers added to it, and
 * with system messages as an older Claude takes them. Nearly all bodies contain none, which a byte search detects: they stay unchanged.
 */
export function* withoutForeignState(endpoint: RelayEndpoint, body: ScannedBody, model: string): Steps<ScannedBody> {
  const { bytes } = body
  if (
    endpoint.operation !== 'chat' ||
    endpoint.form ||
    !foreignStateTest(endpoint.format, model)(body) ||
    (yield* findTooManyValues(bytes))
  )
    return body
  const request = yield* parseObject(bytes)
  if (!request) return body
  const own = callerDialects[endpoint.format].withOwnState(request, model)
  if (own === request) return body
  const written = bytes.length > SLICED_BYTES ? yield* writeInSteps(own) : Buffer.from(JSON.stringify(own))
  return { bytes: written, fields: yield* scanFieldsInSteps(written) }
}

function* parseObject(bytes: Buffer): Steps<JsonObject | undefined> {
  try {
    const value = yield* parseInSteps(bytes)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns a function that tells whether a body of this format may have such state, as a byte search tells. */
export function foreignStateTest(format: string, model: string): (body: ScannedBody) => boolean {
  const marks = marksOf(format, model)
  const mayHaveRole = roleTest(format, model)
  return ({ bytes, absent }) => {
    const mayHave = (mark: Buffer) => !absent?.has(mark) && bytes.includes(mark)
    return marks.some(mayHave) || mayHaveRole(bytes, mayHave) || hasOddMediaType(format, bytes)
  }
}

type MayHave = (mark: Buffer) => boolean

/** Returns a function that tells whether a body may have messages of a role that the model refuses. */
function roleTest(format: string, model: string): (bytes: Buffer, mayHave: MayHave) => boolean {
  const isRole = (bytes: Buffer, mark: Buffer) => hasTextValue(bytes, mark)
  if (format === 'anthropic' && !claudeFacts(model).takesSystemTurns)
    return (bytes, mayHave) => mayHave(SYSTEM_BYTES) && isRole(bytes, SYSTEM_BYTES)
  if (format !== 'openai') return () => false
  const { takesDeveloper, takesSystemTurns } = modelFacts(model)
  // The first messages of a conversation may be instructions everywhere.
  const isInside = (bytes: Buffer) => bytes.lastIndexOf(SYSTEM_BYTES) > bytes.indexOf(USER_BYTES)
  return (bytes, mayHave) =>
    (!takesDeveloper && mayHave(DEVELOPER_BYTES) && isRole(bytes, DEVELOPER_BYTES)) ||
    (!takesSystemTurns && mayHave(SYSTEM_BYTES) && isInside(bytes) && isRole(bytes, SYSTEM_BYTES))
}

function marksOf(format: string, model: string): readonly Buffer[] {
  if (format === 'anthropic') return [MARK_BYTES, ...UNSIGNED_BYTES]
  const needsReasoning = format === 'openai' && modelFacts(model).requiresReasoning === 'always'
  return needsReasoning ? [MARK_BYTES, TOOL_CALLS_BYTES] : [MARK_BYTES]
}

const STATE_MARKS = [MARK_BYTES, TOOL_CALLS_BYTES, SYSTEM_BYTES, DEVELOPER_BYTES, ...UNSIGNED_BYTES]

/** Searches a large body for such state, and rests now and then. Returns the body with what is not in it. */
export function* searchForeignState(body: ScannedBody): Steps<ScannedBody> {
  const absent = new Set<Buffer>()
  for (const mark of STATE_MARKS) if ((yield* findInSteps(body.bytes, mark)) < 0) absent.add(mark)
  return { ...body, absent }
}
