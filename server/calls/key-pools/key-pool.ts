import type { MultiKeyMode } from '#contract/channel-keys.ts'
import type { Limits } from '#contract/limits.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import { createHashRing, type HashRing } from './hash-ring.ts'
import { createLoadLevels } from './load-levels.ts'

/** What is stored of a key, as far as calls need it. */
export interface StoredKey {
  readonly id: number
  /** Encrypted. */
  readonly sealed: string
  /** A `KEY_STATUS`. */
  readonly status: number
  /** Milliseconds since the epoch. */
  readonly coolingUntil: number
  readonly limits: Limits | undefined
}

/** A key of a pool, with its state on this node. */
export interface PoolKey {
  readonly id: number
  stored: StoredKey
  /** Until when the key rests, in milliseconds since the epoch; in the past = it does not. */
  coolingUntil: number
  /** Until when its own limits take no further call. */
  fullUntil: number
  /** Calls in progress on this node. */
  inFlight: number
  /** Cool-downs since its last success. */
  coolings: number
  /** Models that it does not have, and until when this is remembered, in milliseconds since the epoch. */
  modelsUntil?: Map<string, number>
  /** Its place among equally busy keys. */
  place: number
  /** It may be chosen now. */
  isReady: boolean
}

/** Models that one key rests for: patterns let callers invent names. */
const MAX_MODELS = 200

/** What a key is chosen by. */
export interface KeyWish {
  mode: MultiKeyMode
  /** Milliseconds since the epoch. */
  now: number
  /** Returns numbers from 0 up to 1. */
  random(): number
  /** Its calls get the same key while that is ready. */
  conversation?: string | undefined
  /** Ids of keys that are not wanted. */
  tried: ReadonlySet<number>
}

/** How many keys of a pool are in which state. */
export interface KeyCounts {
  total: number
  /** May be chosen now. */
  ready: number
  cooling: number
  stopped: number
  disabled: number
}

/** The keys of one channel, in memory. Choosing does not depend on how many there are. */
export class KeyPool {
  readonly #byId = new Map<number, PoolKey>()
  /** Those that may be chosen, by id. */
  readonly #ready: PoolKey[] = []
  /** Those that rest, the next to end last. */
  readonly #resting: Rest[] = []
  readonly #levels = createLoadLevels<PoolKey>()
  #enabled = 0
  /** The key that was chosen last in turn. */
  #last = 0
  #ring: HashRing | undefined
  #sorted: PoolKey[] | undefined

  get size(): number {
    return this.#byId.size
  }

  /** Keys that are enabled, whether they rest or not. */
  get enabled(): number {
    return this.#enabled
  }

  get(id: number): PoolKey | undefined {
    return this.#byId.get(id)
  }

  /** All keys in the order of their ids. */
  keys(): readonly PoolKey[] {
    this.#sorted ??= [...this.#byId.values()].sort((one, other) => one.id - other.id)
    return this.#sorted
  }

  /** Returns a key that may be used now; undefined = none that is wanted. */
  choose({ mode, now, random, conversation, tried }: KeyWish): PoolKey | undefined {
    this.#wake(now)
    if (this.#ready.length === 0) return undefined
    const own = conversation === undefined ? undefined : this.#ofConversation(conversation, tried)
    if (own) return own
    if (mode === 'least_busy') return this.#leastBusy(tried)
    return mode === 'random' ? this.#untriedFrom(Math.floor(random() * this.#ready.length), tried) : this.#inTurn(tried)
  }

  /** Returns when the next enabled key stops resting; undefined = none rests. */
  nextReady(now: number): number | undefined {
    this.#wake(now)
    return this.#resting.at(-1)?.until
  }

  counts(now: number): KeyCounts {
    const counts = { total: this.size, ready: 0, cooling: 0, stopped: 0, disabled: 0 }
    for (const { stored, coolingUntil } of this.#byId.values()) {
      if (stored.status === KEY_STATUS.stopped) counts.stopped++
      else if (stored.status === KEY_STATUS.disabled) counts.disabled++
      else if (coolingUntil > now) counts.cooling++
      else counts.ready++
    }
    return counts
  }

  /** Adds a key, or gives a known one its stored state. */
  put(stored: StoredKey, now: number): void {
    const { id, coolingUntil } = stored
    const known = this.#byId.get(id)
    if (known) {
      this.#setStored(known, stored)
      this.rest(known, { coolingUntil, fullUntil: 0 }, now)
      return
    }
    const key: PoolKey = { id, stored, coolingUntil, fullUntil: 0, inFlight: 0, coolings: 0, place: 0, isReady: false }
    this.#byId.set(id, key)
    this.#enabled += Number(stored.status === KEY_STATUS.enabled)
    this.#noteMembers()
    this.#settle(key, now)
  }

  remove(id: number): void {
    const key = this.#byId.get(id)
    if (!key) return
    this.#byId.delete(id)
    this.#enabled -= Number(key.stored.status === KEY_STATUS.enabled)
    this.#noteMembers()
    this.#settle(key, 0)
  }

  /** Lets a key rest, or ends its rest. */
  rest(key: PoolKey, until: { coolingUntil?: number; fullUntil?: number }, now: number): void {
    Object.assign(key, until)
    this.#settle(key, now)
  }

  /** Lets a key rest for one model, until a time. */
  restModel(key: PoolKey, model: string, until: number): void {
    key.modelsUntil ??= new Map()
    if (key.modelsUntil.size >= MAX_MODELS) key.modelsUntil.clear()
    key.modelsUntil.set(model, until)
  }

  setStatus(key: PoolKey, status: number, now: number): void {
    this.#setStored(key, { ...key.stored, status })
    this.#settle(key, now)
  }

  begin(key: PoolKey): void {
    this.#levels.change(key, 1)
  }

  end(key: PoolKey, now: number): void {
    this.#levels.change(key, -1)
    // It was full of calls, one of which has ended.
    if (key.fullUntil > now) this.rest(key, { fullUntil: 0 }, now)
  }

  /** Puts a key where its state belongs. */
  #settle(key: PoolKey, now: number): void {
    const isEnabled = this.#isEnabled(key)
    const until = restsUntil(key)
    const isReady = isEnabled && until <= now
    if (isEnabled && !isReady) {
      const place = firstIndex(this.#resting, (other) => other.until <= until)
      this.#resting.splice(place, 0, { key, until })
    }
    if (isReady === key.isReady) return
    key.isReady = isReady
    const place = firstIndex(this.#ready, ({ id }) => id >= key.id)
    if (isReady) {
      this.#ready.splice(place, 0, key)
      this.#levels.add(key)
    } else {
      this.#ready.splice(place, 1)
      this.#levels.remove(key)
    }
  }

  /** Ends the rests that are over, and drops those that no longer hold. */
  #wake(now: number): void {
    for (let next = this.#resting.at(-1); next; next = this.#resting.at(-1)) {
      const isOutdated = !this.#isEnabled(next.key) || restsUntil(next.key) !== next.until
      if (!isOutdated && next.until > now) return
      this.#resting.pop()
      if (!isOutdated) this.#settle(next.key, now)
    }
  }

  #isEnabled(key: PoolKey): boolean {
    return key.stored.status === KEY_STATUS.enabled && this.#byId.get(key.id) === key
  }

  #ofConversation(conversation: string, tried: ReadonlySet<number>): PoolKey | undefined {
    this.#ring ??= createHashRing(this.keys().map(({ id }) => id))
    const id = this.#ring.find(conversation, (id) => this.get(id)?.isReady === true && !tried.has(id))
    return id === undefined ? undefined : this.get(id)
  }

  #inTurn(tried: ReadonlySet<number>): PoolKey | undefined {
    const key = this.#untriedFrom(
      firstIndex(this.#ready, ({ id }) => id > this.#last),
      tried,
    )
    this.#last = key?.id ?? this.#last
    return key
  }

  #untriedFrom(start: number, tried: ReadonlySet<number>): PoolKey | undefined {
    const steps = Math.min(this.#ready.length, tried.size + 1)
    for (let step = 0; step < steps; step++) {
      const key = this.#ready[(start + step) % this.#ready.length]
      if (key && !tried.has(key.id)) return key
    }
    return undefined
  }

  #leastBusy(tried: ReadonlySet<number>): PoolKey | undefined {
    for (const key of this.#levels.leastBusy()) if (!tried.has(key.id)) return key
    return undefined
  }

  #setStored(key: PoolKey, stored: StoredKey): void {
    const isEnabled = (status: number) => Number(status === KEY_STATUS.enabled)
    this.#enabled += isEnabled(stored.status) - isEnabled(key.stored.status)
    key.stored = stored
  }

  #noteMembers(): void {
    this.#ring = undefined
    this.#sorted = undefined
  }
}

/** A rest of a key as it was when it began. */
interface Rest {
  key: PoolKey
  until: number
}

const restsUntil = (key: PoolKey) => Math.max(key.coolingUntil, key.fullUntil)

/** The first index of a sorted list at which a condition holds. */
function firstIndex<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
