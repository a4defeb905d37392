import {
  STATE_KINDS,
  type StateKind,
  stateValueFor,
  VENDORS,
  type Vendor,
  type VendorState,
  vendorState,
} from './vendor-state.ts'

/**
 * How vendor state travels through callers of another format: as a text that names vendor and kind, which callers
 * send back unread. Everything from a conversion that a vendor would validate carries `SEAL_MARK`, so that a byte
 * search over a later request finds it. A whole seal is valid base64, because Gemini's clients decode and encode
 * what they send back (`bytes` in https://ai.google.dev/api/caching#Part).
 */
export const SEAL_MARK = 'SwitchSeal'

/** Two letters after the mark make its length a multiple of four, as base64 requires. */
const VENDOR_LETTERS: Record<Vendor, string> = { anthropic: 'a', gemini: 'g', openai: 'o' }
const KIND_LETTERS: Record<StateKind, string> = { signature: 's', redacted: 'r', call: 'c' }
const HEAD_LENGTH = SEAL_MARK.length + 2

/**
 * Replaces the vendor's state for output of a model that has none. It cannot be decoded, and is found by its mark.
 */
export const UNSIGNED = `${SEAL_MARK}00`

/** Seals of earlier versions, which did not name their vendor. Their content cannot be sent to any vendor. */
const OLD_MARK = 'sy1.'

/** Encodes state as text; undefined becomes `UNSIGNED`. */
export function seal(state: VendorState | undefined): string {
  if (!state) return UNSIGNED
  const value = stateValueFor(state.vendor, state) ?? ''
  return `${SEAL_MARK}${VENDOR_LETTERS[state.vendor]}${KIND_LETTERS[state.kind]}${Buffer.from(value).toString('base64')}`
}

/** Returns whether a text was written by `seal`. */
export const isSealed = (text: string): boolean => text.startsWith(SEAL_MARK) || text.startsWith(OLD_MARK)

/**
 * Decodes the state in a text that was written by `seal`; undefined = it has none. Accepts both alphabets of
 * base64.
 */
export function unseal(text: string): VendorState | undefined {
  const vendor = VENDORS.find((one) => VENDOR_LETTERS[one] === text[SEAL_MARK.length])
  const kind = STATE_KINDS.find((one) => KIND_LETTERS[one] === text[SEAL_MARK.length + 1])
  const value = Buffer.from(text.slice(HEAD_LENGTH), 'base64').toString('utf8')
  return text.startsWith(SEAL_MARK) && vendor && kind && value ? vendorState(vendor, kind, value) : undefined
}

/** Reads the state in a field of a request. Unsealed state belongs to the vendor whose format the request has. */
export function readVendorState(text: string, vendor: Vendor, kind: StateKind): VendorState | undefined {
  if (isSealed(text)) return unseal(text)
  return text ? vendorState(vendor, kind, text) : undefined
}

/** Returns a field with the state of a vendor's answer, if any. */
export const stateField = (vendor: Vendor, kind: StateKind, text: string): { state?: VendorState } =>
  text && text !== UNSIGNED ? { state: vendorState(vendor, kind, text) } : {}

/** Writes state for a caller: unchanged in its vendor's own format, sealed in any other. */
export function writeState(state: VendorState | undefined, format: Vendor): string {
  const own = stateValueFor(format, state)
  // State that an upstream sealed, because it is also such a gateway, can be unsealed only by that upstream.
  return own === undefined || isSealed(own) ? seal(state) : own
}

/** Longer state is carried elsewhere or dropped, because each result repeats the id of its call. */
const MAX_STATE_IN_ID = 8192
const SEPARATOR = '_'

/** Returns whether the state is short enough for an id. */
export const fitsInId = (state: VendorState): boolean => seal(state).length <= MAX_STATE_IN_ID

/**
 * Returns the id of a tool call with its state appended, in characters that Anthropic's ids allow. Clients send ids
 * back unchanged.
 */
export function sealId(id: string, state: VendorState | undefined): string {
  if (!state || !fitsInId(state)) return id
  return id + SEPARATOR + seal(state).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** OpenAI and others refuse longer ids: https://platform.openai.com/docs/api-reference/responses/create */
const MAX_ID_LENGTH = 64

/**
 * Marks the id of a tool call whose message would otherwise not show that it comes from another vendor. An id that has no
 * room for the mark stays as it is.
 */
export function markId(id: string): string {
  const marked = id + SEPARATOR + UNSIGNED
  return marked.length <= MAX_ID_LENGTH ? marked : id
}

/** Splits an id into the original id and the state that was sealed into it. */
export function unsealId(id: string): { id: string; state?: VendorState } {
  const at = id.indexOf(SEPARATOR + SEAL_MARK)
  if (at < 0) return { id }
  const state = unseal(id.slice(at + SEPARATOR.length))
  return { id: id.slice(0, at), ...(state ? { state } : {}) }
}
