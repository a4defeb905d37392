import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import type { Pieces } from '../../../formats/estimates/text-counter.ts'
import type { InputEstimate } from './estimate.ts'

/** The tokens of a request's input, as far as they are known before an upstream reports them. */
export interface InputCount extends InputEstimate {
  /** Not less than `heldTokens`, and known without a look at the text where it is long enough not to matter. */
  readonly mostTokens: number
  /** Lets go of a large body that is not counted yet, after counting it: the answer to it may take long. */
  dropBody(): void
}

/** A smaller body may stay in memory for as long as its call. */
const LARGE_BYTES = 64 * 1024
const nothing = () => {}

/** Returns the count of an input that is not estimated by its text. */
export const knownCount = (tokens: number, pieces?: Pieces): InputCount => ({
  tokens,
  heldTokens: tokens,
  mostTokens: tokens,
  pieces,
  dropBody: nothing,
})

/** Returns the count of an input that is estimated already. */
export const estimatedCount = (estimate: InputEstimate): InputCount => ({
  ...estimate,
  mostTokens: estimate.heldTokens,
  dropBody: nothing,
})

/**
 * Estimates an input when that is asked for first: most calls are held by a bound and charged by what their upstream
 * reports. Keeps the body until then.
 */
export class LateCount implements InputCount {
  #body: ScannedBody | undefined
  #estimate: InputEstimate | undefined

  constructor(
    body: ScannedBody,
    private readonly bound: number | undefined,
    private readonly count: (body: ScannedBody) => InputEstimate,
  ) {
    this.#body = body
  }

  get tokens(): number {
    return this.#counted().tokens
  }

  get heldTokens(): number {
    return this.#counted().heldTokens
  }

  get pieces(): Pieces | undefined {
    return this.#counted().pieces
  }

  get mostTokens(): number {
    return this.bound ?? this.heldTokens
  }

  dropBody(): void {
    if (this.#body && this.#body.bytes.length > LARGE_BYTES) this.#counted()
  }

  #counted(): InputEstimate {
    if (this.#body) this.#estimate = this.count(this.#body)
    this.#body = undefined
    return this.#estimate as InputEstimate
  }
}
