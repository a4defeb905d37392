import { Failure } from '../http/failure.ts'
import { priceName } from '../money/prices.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { estimateInputTokens } from './estimate.ts'
import type { Incoming } from './incoming.ts'
import { dropField, type Fields, fieldValue, scanFields } from './splice.ts'
import { whenReady } from './when-ready.ts'

/** What the relay reads from a request's body. */
export interface RequestFacts {
  body: Buffer
  fields: Fields
  model: string
  stream: boolean
  usageWanted: boolean
  inputTokens: number
  maxTokens: number | undefined
  /** Playground only. */
  group: string | undefined
}

/** Bodies up to this size are parsed as a whole, to refuse broken JSON ourselves; larger ones only at their top level. */
const FULL_CHECK_BYTES = 64 * 1024
/** The contract's bound: half of 2³¹ − 1. */
const MAX_TOKENS = 1_073_741_823
const MEGABYTE = 1024 * 1024
/** No other JSON value begins with an `n`. */
const NULL_BEGINS = 0x6e

/** The body of a call. Throws body_too_large, before it is read if its length is announced. */
export function bodyOf(incoming: Pick<Incoming, 'length' | 'body'>, maxBytes: number): Buffer | Promise<Buffer> {
  const tooLarge = () => new Failure('body_too_large', { max: Math.floor(maxBytes / MEGABYTE) })
  if ((incoming.length ?? 0) > maxBytes) throw tooLarge()
  return whenReady(incoming.body(), (body) => {
    if (body.length > maxBytes) throw tooLarge()
    return body
  })
}

/** Reads and checks a body. Throws the Failure that says what is wrong with it. */
export function readCall(body: Buffer, endpoint: RelayEndpoint): RequestFacts {
  const { fields, read } = parsing(() => reader(body))
  const named = endpoint.model ?? read('model') ?? endpoint.defaultModel
  if (typeof named !== 'string' || named === '') throw new Failure('model_required')
  if (!hasField(body, fields, endpoint.requiredField)) {
    throw new Failure('field_required', { field: endpoint.requiredField })
  }
  const group = endpoint.auth === 'session' ? read('group') : undefined
  // The playground's own field: upstreams refuse what they do not know.
  const sent = group === undefined ? { body, fields } : without(body, fields, 'group')
  return {
    body: sent.body,
    fields: sent.fields,
    model: named,
    stream: read('stream') === true,
    usageWanted: (read('stream_options') as { include_usage?: unknown } | null | undefined)?.include_usage === true,
    inputTokens: estimateInputTokens(body, fields),
    maxTokens: maxTokens(read('max_completion_tokens') ?? read('max_tokens')),
    group: typeof group === 'string' ? group : undefined,
  }
}

/** The name by which channels offer a model: custom assistants are offered as a family. */
export const routingName = priceName

function without(body: Buffer, fields: Fields, name: string): Pick<RequestFacts, 'body' | 'fields'> {
  const rest = dropField(body, fields, name)
  return { body: rest, fields: scanFields(rest) }
}

/** Where the fields stand, and what they hold. */
function reader(body: Buffer): { fields: Fields; read: (name: string) => unknown } {
  if (body.length > FULL_CHECK_BYTES) {
    const fields = scanFields(body)
    return { fields, read: (name) => parsing(() => fieldValue(body, fields, name)) }
  }
  const values = JSON.parse(body.toString('utf8')) as Record<string, unknown>
  return { fields: scanFields(body), read: (name) => values[name] }
}

/** Runs what fails on broken JSON only. */
function parsing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Failure('body_invalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}

function hasField(body: Buffer, fields: Fields, name: string): boolean {
  const span = fields.spans.get(name)
  return span !== undefined && body[span.start] !== NULL_BEGINS
}

function maxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= 0) || value > MAX_TOKENS) throw new Failure('max_tokens_invalid')
  return value > 0 ? value : undefined
}
