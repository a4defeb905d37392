import type { DisconnectSignal } from '../../../wire/http1/shared/request.ts'

/**
 * Tries to serve a call. `entered`, if given, must be called as soon as it has its permits; a rejection before that with
 * an error that `isRefusal` accepts means that there was none.
 */
export type Serve<T> = (entered?: () => void) => Promise<T>

/** A call that waits. */
export interface WaitingCall<T> {
  /** Calls of one place wait for the same permits. */
  place: string
  caller: string
  /** Milliseconds since the epoch. */
  until: number
  disconnect: DisconnectSignal
  serve: Serve<T>
  isRefusal(error: unknown): boolean
  /** The error of a call that has waited in vain. */
  refusal: unknown
}

/** Calls that wait for permits: those of one caller in the order of their arrival, and callers in turn. */
export interface WaitingRoom {
  /** The places where calls wait: a new call must not overtake these. */
  readonly busy: Pick<ReadonlyMap<string, unknown>, 'has'>
  /** Resolves to the result of the call once it had its turn; rejects with its refusal when the time is over. */
  wait<T>(call: WaitingCall<T>): Promise<T>
}

interface Waiter {
  call: WaitingCall<unknown>
  isDone: boolean
  /** It is its turn: a try that gets its permits serves the call, even where its time ends meanwhile. */
  isTrying: boolean
  resolve(result: Promise<unknown>): void
  giveUp(): void
}

/** How often the first calls of all callers try again, in milliseconds. */
const ROUND_MS = 50

/** The callers of a place in the order of their turns, each with its calls. */
type Queues = Map<string, Waiter[]>

export function createWaitingRoom(roundMs = ROUND_MS): WaitingRoom {
  const places = new Map<string, Queues>()

  async function serveInTurns(place: string, queues: Queues): Promise<void> {
    while (queues.size > 0) {
      let hasServed = false
      for (const caller of [...queues.keys()]) hasServed = (await takeTurn(queues, caller)) || hasServed
      if (!hasServed) await Bun.sleep(roundMs)
    }
    places.delete(place)
  }

  /** Lets the first call of a caller try. Returns whether it was served; then the caller is behind all others. */
  async function takeTurn(queues: Queues, caller: string): Promise<boolean> {
    const queue = queues.get(caller)
    while (queue?.[0]?.isDone) queue.shift()
    const first = queue?.[0]
    const isServed = first !== undefined && (await tryOnce(first))
    if (isServed) queue?.shift()
    if (isServed || !first) queues.delete(caller)
    if (queue && queue.length > 0 && isServed) queues.set(caller, queue)
    return isServed
  }

  return {
    busy: places,
    wait<T>(call: WaitingCall<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const giveUp = () => {
        if (waiter.isDone || waiter.isTrying) return
        waiter.isDone = true
        reject(waiter.call.refusal)
      }
      const waiter: Waiter = { call, isDone: false, isTrying: false, resolve, giveUp }
      const timer = setTimeout(giveUp, Math.max(0, call.until - Date.now()))
      call.disconnect.addEventListener('abort', giveUp)
      const known = places.get(call.place)
      const queues: Queues = known ?? new Map()
      const queue = queues.get(call.caller)
      if (queue) queue.push(waiter)
      else queues.set(call.caller, [waiter])
      if (!known) {
        places.set(call.place, queues)
        void serveInTurns(call.place, queues)
      }
      return promise.finally(() => {
        clearTimeout(timer)
        call.disconnect.removeEventListener('abort', giveUp)
      }) as Promise<T>
    },
  }
}

/** Lets a call try. Returns whether it needs no further turn: it has its permits, or has failed for another reason. */
async function tryOnce(waiter: Waiter): Promise<boolean> {
  const { call } = waiter
  waiter.isTrying = true
  const entered = Promise.withResolvers<undefined>()
  const serving = call.serve(() => {
    // From now on the time limit of waiting does not count.
    waiter.isDone = true
    entered.resolve(undefined)
  })
  const error = await Promise.race([
    entered.promise,
    serving.then(
      () => undefined,
      (refusal: unknown) => ({ refusal }),
    ),
  ])
  if (error && call.isRefusal(error.refusal)) {
    call.refusal = error.refusal
    waiter.isTrying = false
    if (call.disconnect.aborted || Date.now() >= call.until) waiter.giveUp()
    return false
  }
  waiter.isDone = true
  waiter.resolve(serving)
  return true
}
