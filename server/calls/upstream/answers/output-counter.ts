import { DEFAULT_RATIOS, type TokenRatios } from '../../../formats/estimates/families.ts'
import { type Pieces, TextCounter, type Writing } from '../../../formats/estimates/text-counter.ts'

/** Counts the output of a stream while it passes. */
export class OutputCounter {
  readonly #counter = new TextCounter()
  #isTextOnly = true
  /** What was computed since the last text. */
  #tokens: number | undefined

  constructor(private readonly ratios: TokenRatios = DEFAULT_RATIOS) {}

  /** Counts bytes of text; `isAnswer`: it is the answer itself, no reasoning and no arguments of a tool. */
  add(bytes: Uint8Array, start: number, end: number, writing: Writing, isAnswer: boolean): void {
    this.#counter.add(bytes, start, end, writing)
    this.#tokens = undefined
    if (!isAnswer) this.#isTextOnly = false
  }

  /** The output has something that is not counted by its text. */
  markHidden(): void {
    this.#isTextOnly = false
  }

  /** The estimated tokens, not rounded. */
  get tokens(): number {
    this.#tokens ??= this.#counter.tokens(this.ratios)
    return this.#tokens
  }

  /** The pieces of an output that is text alone. */
  get said(): Pieces | undefined {
    return this.#isTextOnly ? this.#counter.pieces : undefined
  }
}
