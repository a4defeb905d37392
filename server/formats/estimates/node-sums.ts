import { addLearned, type Learned, type LearnedSums } from './learned-ratios.ts'

type Sums = Map<string, readonly Learned[]>

/** The sums as one node knows them: what all nodes have stored, and what it has learned itself since. */
export class NodeSums {
  #stored: LearnedSums
  /** What is being written. */
  #sent: Sums = new Map()
  #pending: Sums = new Map()

  constructor(stored: LearnedSums) {
    this.#stored = stored
  }

  add(family: string, learned: readonly Learned[]): void {
    this.#pending.set(family, addLearned(this.#pending.get(family), learned))
  }

  of(family: string): readonly Learned[] | undefined {
    const known = [this.#stored, this.#sent, this.#pending].flatMap((sums) => [sums.get(family) ?? []])
    return known
      .filter((learned) => learned.length > 0)
      .reduce<readonly Learned[] | undefined>((sum, learned) => addLearned(sum, learned), undefined)
  }

  /** All of them by family. */
  all(): LearnedSums {
    const names = new Set([...this.#stored.keys(), ...this.#sent.keys(), ...this.#pending.keys()])
    return new Map([...names].map((name) => [name, this.of(name) ?? []]))
  }

  /** Returns what must be added to the stored sums, until `restore` or `replace` is called. */
  take(): LearnedSums {
    this.#sent = this.#pending
    this.#pending = new Map()
    return this.#sent
  }

  /** What was taken could not be written. */
  restore(): void {
    const sent = this.#sent
    this.#sent = new Map()
    for (const [family, learned] of sent) this.add(family, learned)
  }

  /** What was taken is part of what is stored now. */
  replace(stored: LearnedSums): void {
    this.#stored = stored
    this.#sent = new Map()
  }

  /** Drops everything, wherever it was learned. */
  forget(): void {
    this.#stored = new Map()
    this.#sent = new Map()
    this.#pending = new Map()
  }
}
