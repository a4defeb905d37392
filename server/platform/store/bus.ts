import type { LiveCall } from '#contract/api/live-calls.ts'
import type { FailureKind } from '#contract/traffic.ts'

/** A change of stored data, published to every node so that caches drop it at once. */

export type Change =
  | { kind: 'user'; id: number }
  | { kind: 'token'; id: number }
  /** Any users and tokens, as by an import. */
  | { kind: 'callers' }
  | { kind: 'channels' }
  /** Keys of a channel's pool were changed; without `ids` all of them, without `channel` those of all channels. */
  | { kind: 'channel_keys'; channel?: number; ids?: readonly number[] }
  /** A key rests, until a time in milliseconds since the epoch. */
  | { kind: 'key_cooling'; channel: number; id: number; until: number }
  /** A model has failed at a channel, in the process `node`. */
  | { kind: 'model_failed'; node: string; channel: number; model: string; failure: ModelFailure }
  | { kind: 'options' }
  /** What estimates have learned was deleted. */
  | { kind: 'estimates' }
  /** All nodes are asked to settle what they have accepted; one that has answers with the id of the question. */
  | { kind: 'settle_question'; id: string }
  | { kind: 'settle_answer'; question: string; node: string }
  /** A node asks the others for their calls in progress, or tells them to end the one with the request id `stop`. */
  | { kind: 'live_question'; id: string; from: string; filter: LiveQuestion; stop?: string | undefined }
  /** One of the `parts` of a node's answer; `total` calls match. `stopped`: it has ended the call. */
  | {
      kind: 'live_answer'
      question: string
      node: string
      total: number
      parts: number
      calls: LiveCall[]
      stopped: boolean
    }

/** A failed attempt, as circuits count it. */
interface ModelFailure {
  kind: FailureKind
  status: number
  message: string
  requestId: string
  waitMs?: number | undefined
}

/** Which calls are asked for; "" and absent = any. */
interface LiveQuestion {
  user: string
  token?: number | undefined
  channel?: number | undefined
  model: string
}

/** What a node reads again after it may have missed messages. Cached tokens and users expire by themselves. */
export const RELOADED_AFTER_GAP: readonly Change[] = [
  { kind: 'channels' },
  { kind: 'channel_keys' },
  { kind: 'options' },
]

type Listener<Kind extends Change['kind']> = (change: Extract<Change, { kind: Kind }>) => unknown

export interface Bus {
  /** Notifies this process and, with a transport, all other nodes. Call it after the transaction has committed. */
  publish(change: Change): void
  /** Resolves when the other processes of this server have applied what was published so far, or take too long. */
  applied(): Promise<unknown>
  /**
   * Has the changes of these kinds told to a listener. A listener that needs time returns when it has applied the change.
   * Returns the function that ends the subscription.
   */
  subscribe<Kind extends Change['kind']>(kinds: readonly Kind[], listener: Listener<Kind>): () => void
  close(): Promise<void>
}

/** Carries changes to other nodes (node-transport.ts) or to the other processes of a server. */
export interface Transport {
  /** Resolves when the other processes of this server have applied the message. Other nodes are not waited for. */
  send(message: string): Promise<unknown> | undefined
  /** `listener` returns when it has applied the message. */
  onMessage(listener: (message: string) => Promise<unknown>): void
  close(): Promise<void>
}

/**
 * Creates a bus for this process and, through `transport`, for its peers. A listener that throws does not stop the
 * others.
 */
export function createBus(transport?: Transport, onError: (error: unknown) => void = () => {}): Bus {
  const listeners = new Map<Change['kind'], Set<(change: never) => unknown>>()
  const unconfirmed = new Set<Promise<unknown>>()
  async function tell(listener: (change: never) => unknown, change: Change): Promise<void> {
    try {
      await listener(change as never)
    } catch (error) {
      onError(error)
    }
  }
  const deliver = (change: Change) =>
    Promise.all([...(listeners.get(change.kind) ?? [])].map((each) => tell(each, change)))
  transport?.onMessage(async (message) => {
    try {
      await deliver(JSON.parse(message) as Change)
    } catch (error) {
      // Another version sent it, or another program.
      onError(error)
    }
  })
  return {
    publish(change) {
      void deliver(change)
      const sent = transport?.send(JSON.stringify(change))
      if (!sent) return
      unconfirmed.add(sent)
      void sent.finally(() => unconfirmed.delete(sent))
    },
    applied: () => Promise.all(unconfirmed),
    subscribe(kinds, listener) {
      for (const kind of kinds) listeners.set(kind, (listeners.get(kind) ?? new Set()).add(listener))
      return () => {
        for (const kind of kinds) listeners.get(kind)?.delete(listener)
      }
    },
    close: async () => transport?.close(),
  }
}
