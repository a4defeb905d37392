import type { JsonObject } from './conversation.ts'

/** Fields of a vendor's error besides message, type, param and code, for callers of the same family of formats. */
export interface VendorFields {
  family: 'openai' | 'anthropic' | 'gemini'
  fields: JsonObject
}

/** Fields that every format can express. */
const COMMON_FIELDS = new Set(['message', 'msg', 'type', 'param', 'code', 'status'])
/** Fields that identify the account of a channel. */
const ACCOUNT_FIELD = /^(?:user|org|organi[sz]ation|account|project|team|workspace)(?:_?(?:id|name))?$/i
/** Longer values are dropped. */
const MAX_LENGTH = 16 * 1024

/**
 * Returns the other fields of an error, such as Groq's `failed_generation`; undefined = there are none. `body`: the
 * object that contains the error.
 */
export function readVendorFields(error: JsonObject, body: JsonObject): VendorFields | undefined {
  const fields = Object.fromEntries(
    Object.entries(error).filter(
      ([name, value]) => !COMMON_FIELDS.has(name) && !ACCOUNT_FIELD.test(name) && value !== null,
    ),
  )
  if (Object.keys(fields).length === 0 || JSON.stringify(fields).length > MAX_LENGTH) return undefined
  if (body.type === 'error') return { family: 'anthropic', fields }
  const isGoogles = typeof error.code === 'number' && typeof error.status === 'string'
  return { family: isGoogles ? 'gemini' : 'openai', fields }
}

/** Returns the fields for a caller of a family of formats. */
export const vendorFieldsFor = (family: VendorFields['family'], vendor: VendorFields | undefined): JsonObject =>
  vendor?.family === family ? vendor.fields : {}
