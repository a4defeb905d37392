import type { Reservation } from '../../memory/memory-budget.ts'
import type { Arrival, Incoming } from '../shared/request.ts'
import type { Reply } from '../shared/response.ts'

/** Answers the calls that a connection reads itself; all others go through the tunnel to the web server. */
export interface CallHandler {
  /** Returns what a POST to the path does; undefined = the path belongs to the web server. */
  endpointOf(path: string): object | undefined
  /** Reserves memory for a body of so many bytes; undefined = none is free, or the caller may not call. */
  reserveFor(arrived: Arrival & Pick<Incoming, 'url'>, bytes: number): Reservation | undefined
  /** Answers the call at an endpoint that `endpointOf` returned. Never rejects. */
  answer(incoming: Incoming, endpoint: object): Promise<Reply>
}
