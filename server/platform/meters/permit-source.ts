/**
 * Where the nodes of a cluster, or the processes of one server, get what they may use of a limit together. Without one,
 * or while it cannot be reached, each uses an equal part of the limit.
 */
export interface PermitSource {
  /** Whether it is worth a request now; false for some time after a failure. */
  readonly isUp: boolean
  /**
   * It was away until a moment ago: calls that ran meanwhile are not all counted there yet, so that each node keeps to its
   * own part.
   */
  readonly isSettling?: boolean
  /** Whether a restart forgets what was counted: requests tell it then, so that a day is counted from its beginning. */
  readonly forgets?: boolean
  /** Takes permits of a window, which begins with the first request. Rejects when the source cannot be reached. */
  takePermits(key: string, request: PermitRequest): Promise<PermitGrant>
  /** Takes places for calls that run at the same time, until `returnSlots`. Rejects as above. */
  takeSlots(key: string, request: SlotRequest): Promise<number>
  /** Returns places; never rejects. */
  returnSlots(key: string, slots: number): Promise<void>
  /** Returns this node's places. */
  close(): Promise<void>
  /** Returns what is used of the limits with these keys, by all nodes. Rejects as above. */
  readUse(keys: readonly UseKey[]): Promise<number[]>
}

export interface PermitRequest {
  /** Nothing is granted when fewer are left. */
  least: number
  /** Granted at most; more than the call needs, so that later calls need no request. */
  want: number
  limit: number
  /** Permits that this node has used beyond what it was granted: they count, and may exceed the limit. */
  debt: number
  /** Milliseconds until the end of the window, if this request begins it. */
  windowMs: number
  /** What was counted before, if this request begins the window and the source forgets. */
  counted?: number
}

export interface PermitGrant {
  granted: number
  /** Milliseconds until the window ends. */
  msLeft: number
  /** What all nodes were granted in the window, this grant included. */
  total: number
  /** Names the window: another name means that the source has lost what it knew. */
  window: string
}

export interface SlotRequest {
  want: number
  limit: number
}

export interface UseKey {
  key: string
  kind: 'permits' | 'slots'
}

/** How the nodes of a cluster divide a limit. */
export interface Sharing {
  source: PermitSource | undefined
  /** The number of nodes that work now, each of their processes counted, at least 1. */
  readonly nodes: number
  /** The share of a limit, between 0 and 1, that nodes may hold unused in advance, all together. */
  readonly share: number
}

/** The part of a limit that a node may use on its own. */
export const ownPart = (limit: number, { nodes }: Sharing): number => Math.ceil(limit / nodes)

/**
 * How much a node takes in advance: nothing for a share of 0; otherwise at least 1, unless requests stay on this machine
 * and cost next to nothing.
 */
export const advance = (limit: number, { source, nodes, share }: Sharing): number =>
  Math.max(source?.forgets || share === 0 ? 0 : 1, Math.floor((limit * share) / nodes))

/** A source of which each of several machines uses an equal part, because they cannot ask each other. */
export function partOf(source: Omit<PermitSource, 'isUp' | 'close'>, machines: () => number): PermitSource {
  const part = (limit: number) => Math.ceil(limit / machines())
  return {
    ...source,
    isUp: true,
    takePermits: (key, request) => source.takePermits(key, { ...request, limit: part(request.limit) }),
    takeSlots: (key, request) => source.takeSlots(key, { ...request, limit: part(request.limit) }),
    close: async () => {},
  }
}
