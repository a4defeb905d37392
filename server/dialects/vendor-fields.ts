import type { JsonObject } from './conversation.ts'

/** What a vendor's error holds beside message, type, param and code, for callers of the same family of formats. */
export interface VendorFields {
  family: 'openai' | 'anthropic' | 'gemini'
  fields: JsonObject
}

/** Fields that every format has a place for. */
const KNOWN = new Set(['message', 'msg', 'type', 'param', 'code', 'status'])
/** Fields that name the account of a channel. */
const ACCOUNT = /^(?:user|org|organi[sz]ation|account|project|team|workspace)(?:_?(?:id|name))?$/i
/** Longer ones are not worth their bytes. */
const MOST_LENGTH = 16 * 1024

/** Finds the other fields of an error, such as Groq's `failed_generation`; undefined = it has none. `body`: what is around it. */
export function vendorFieldsIn(error: JsonObject, body: JsonObject): VendorFields | undefined {
  const fields = Object.fromEntries(
    Object.entries(error).filter(([name, value]) => !KNOWN.has(name) && !ACCOUNT.test(name) && value !== null),
  )
  if (Object.keys(fields).length === 0 || JSON.stringify(fields).length > MOST_LENGTH) return undefined
  if (body.type === 'error') return { family: 'anthropic', fields }
  const isGoogles = typeof error.code === 'number' && typeof error.status === 'string'
  return { family: isGoogles ? 'gemini' : 'openai', fields }
}

/** The fields for a caller of a family of formats. */
export const fieldsFor = (family: VendorFields['family'], vendor: VendorFields | undefined): JsonObject =>
  vendor?.family === family ? vendor.fields : {}
