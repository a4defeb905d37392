import {
  STATE_KINDS,
  type StateKind,
  VENDORS,
  type Vendor,
  type VendorState,
  valueFor,
  vendorState,
} from './vendor-state.ts'

/**
 * How state travels through callers of another format than its vendor's: as a text that names vendor and kind, which
 * callers send back unread. Everything of a conversion that a vendor would check carries `MARK`, so that a search over
 * the bytes of a later request finds it. A seal is base64 as a whole, since Gemini's clients decode and encode what they
 * send back (`bytes` in https://ai.google.dev/api/caching#Part).
 */
export const MARK = 'SwitchSeal'

/** Two letters behind the mark make its length a multiple of four, as base64 wants it. */
const VENDOR_LETTERS: Record<Vendor, string> = { anthropic: 'a', gemini: 'g', openai: 'o' }
const KIND_LETTERS: Record<StateKind, string> = { signature: 's', redacted: 'r', call: 'c' }
const HEAD_LENGTH = MARK.length + 2

/** Stands where a vendor puts its state in what a model of no vendor said: readable by nobody, and found by its mark. */
export const UNSIGNED = `${MARK}00`

/** Seals of earlier versions, which did not name their vendor: nobody can be given what is in them. */
const OLD_MARK = 'sy1.'

/** The state as a text; `UNSIGNED` for none. */
export function sealed(state: VendorState | undefined): string {
  if (!state) return UNSIGNED
  const value = valueFor(state.vendor, state) ?? ''
  return `${MARK}${VENDOR_LETTERS[state.vendor]}${KIND_LETTERS[state.kind]}${Buffer.from(value).toString('base64')}`
}

/** Whether a text was written by `sealed`. */
export const isSealed = (text: string): boolean => text.startsWith(MARK) || text.startsWith(OLD_MARK)

/** The state in a text that was written by `sealed`; undefined = it has none. Takes both alphabets of base64. */
export function unsealed(text: string): VendorState | undefined {
  const vendor = VENDORS.find((one) => VENDOR_LETTERS[one] === text[MARK.length])
  const kind = STATE_KINDS.find((one) => KIND_LETTERS[one] === text[MARK.length + 1])
  const value = Buffer.from(text.slice(HEAD_LENGTH), 'base64').toString('utf8')
  return text.startsWith(MARK) && vendor && kind && value ? vendorState(vendor, kind, value) : undefined
}

/** The state in a field of a request, which without a seal is that of the vendor whose format it is. */
export function stateIn(text: string, vendor: Vendor, kind: StateKind): VendorState | undefined {
  if (isSealed(text)) return unsealed(text)
  return text ? vendorState(vendor, kind, text) : undefined
}

/** A field with the state that a vendor's answer has, if any. */
export const stateField = (vendor: Vendor, kind: StateKind, text: string): { state?: VendorState } =>
  text && text !== UNSIGNED ? { state: vendorState(vendor, kind, text) } : {}

/** State for a caller: as it is in its vendor's own format, and sealed in any other. */
export function writtenState(state: VendorState | undefined, format: Vendor): string {
  const own = valueFor(format, state)
  // What an upstream sealed, because it is such a gateway itself, is opened by that one alone.
  return own === undefined || isSealed(own) ? sealed(state) : own
}

/** State in an id that is longer is carried elsewhere, or lost: each result repeats the id of its call. */
const LONGEST_IN_ID = 8192
const SEPARATOR = '_'

/** Whether an id has room for the state. */
export const fitsId = (state: VendorState): boolean => sealed(state).length <= LONGEST_IN_ID

/** The id of a tool call with its state, in the letters of Anthropic's ids: clients send ids back as they are. */
export function sealedId(id: string, state: VendorState | undefined): string {
  if (!state || !fitsId(state)) return id
  return id + SEPARATOR + sealed(state).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The id of a tool call whose message would otherwise not tell that it comes from another vendor. */
export const markedId = (id: string): string => id + SEPARATOR + UNSIGNED

/** An id without what was sealed into it, and the state that was. */
export function openedId(id: string): { id: string; state?: VendorState } {
  const at = id.indexOf(SEPARATOR + MARK)
  if (at < 0) return { id }
  const state = unsealed(id.slice(at + SEPARATOR.length))
  return { id: id.slice(0, at), ...(state ? { state } : {}) }
}
