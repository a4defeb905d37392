/** Items that wait for their turn: of each owner one at a time, and the owners in turns. Pure. */
export class ReadQueue<Item> {
  /** The owner whose turn it is comes first. */
  readonly #waiting = new Map<string, Item[]>()
  readonly #running = new Set<string>()

  add(owner: string, item: Item): void {
    const known = this.#waiting.get(owner)
    if (known) known.push(item)
    else this.#waiting.set(owner, [item])
  }

  /** Takes the next item, whose owner has none running; undefined = there is none. `end` must follow. */
  take(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      if (this.#running.has(owner)) continue
      const item = items.shift()
      // Behind the others; gone when nothing waits.
      this.#waiting.delete(owner)
      if (items.length > 0) this.#waiting.set(owner, items)
      this.#running.add(owner)
      return item
    }
    return undefined
  }

  /** Ends the item of an owner that was taken. */
  end(owner: string): void {
    this.#running.delete(owner)
  }

  /** Takes everything that waits. */
  takeAll(): Item[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }
}
