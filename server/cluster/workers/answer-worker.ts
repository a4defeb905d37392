import type { TurnQueue } from '../../platform/store/write-turns.ts'
import type { PeerAddresses } from '../../wire/http1/server/tunnel.ts'
import type { Requests } from './process-link.ts'
import type { PrimaryRequests } from './requests.ts'
import type { ServerPermits } from './shared-parts.ts'

/** What the primary process has for a worker. */
export interface WorkerNeeds {
  number: number
  turns: TurnQueue<number>
  permits: ServerPermits
  peers: PeerAddresses
  /** Takes a change that the worker has published. */
  onChange(message: string): Promise<unknown>
  onListening(): void
}

/** Returns the answers to what a worker may request; `forget` drops what belonged to it when it is gone. */
export function createAnswers({ number, turns, permits, peers, onChange, onListening }: WorkerNeeds) {
  const ends = new Map<number, () => void>()
  /** The local ports of the worker's connections to the web server. */
  const ports = new Set<number>()
  let turn = 0
  const answers: PrimaryRequests & Requests = {
    async takeTurn() {
      const end = await turns.take(number)
      ends.set(++turn, end)
      return turn
    },
    endTurn(ended) {
      ends.get(ended)?.()
      ends.delete(ended)
    },
    change: onChange,
    takePermits: ({ key, request }) => permits.takePermits(key, request),
    takeSlots: ({ key, request }) => permits.takeSlots(key, request),
    returnSlots: ({ key, slots }) => permits.returnSlots(key, slots),
    readUse: permits.readUse,
    setPeer({ port, address }) {
      ports.add(port)
      peers.set(port, address)
    },
    deletePeer(port) {
      ports.delete(port)
      peers.delete(port)
    },
    listening: onListening,
  }
  return {
    answers,
    forget() {
      turns.forget(number)
      for (const port of ports) peers.delete(port)
    },
  }
}
