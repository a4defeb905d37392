/** State that one vendor's models require back, and that every other vendor refuses or cannot use. */

/**
 * The vendors whose state is distinguished: the model family that creates it, wherever its models are served.
 * `anthropic` includes Bedrock and Vertex AI
 * (https://platform.claude.com/docs/en/build-with-claude/extended-thinking), `gemini` includes Vertex AI, `openai`
 * includes Azure.
 */
export const VENDORS = ['anthropic', 'gemini', 'openai'] as const
export type Vendor = (typeof VENDORS)[number]

/**
 * `signature`: signs the reasoning text next to it. `redacted`: reasoning without a readable text. `call`: belongs
 * to one tool call.
 */
export const STATE_KINDS = ['signature', 'redacted', 'call'] as const
export type StateKind = (typeof STATE_KINDS)[number]

/** Not exported: outside of this file the value can be read only by naming the vendor that will receive it. */
const VALUE: unique symbol = Symbol('value')

/**
 * One piece of state with its vendor. It has no readable value and no JSON form: see `stateValueFor` and `seal`.
 */
export interface VendorState {
  readonly vendor: Vendor
  readonly kind: StateKind
  readonly [VALUE]: string
}

export const vendorState = (vendor: Vendor, kind: StateKind, value: string): VendorState => ({
  vendor,
  kind,
  [VALUE]: value,
})

/** Returns the state for an upstream of a vendor; undefined = there is none, or it belongs to another vendor. */
export const stateValueFor = (vendor: Vendor, state: VendorState | undefined): string | undefined =>
  state?.vendor === vendor ? state[VALUE] : undefined

/** Moves the state of tool calls into the calls, for formats that carry it in the part before. */
export function withCallStates<P extends { kind: string; state?: VendorState }>(parts: readonly P[]): P[] {
  const joined: P[] = []
  let waiting: VendorState | undefined
  for (const part of parts) {
    if (part.kind === 'reasoning' && part.state?.kind === 'call') {
      waiting = part.state
      continue
    }
    const takes = part.kind === 'tool_call' && waiting && !part.state
    joined.push(takes ? { ...part, state: waiting } : part)
    if (takes) waiting = undefined
  }
  return joined
}
