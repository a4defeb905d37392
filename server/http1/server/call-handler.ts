import type { Reservation } from '../../memory/memory-budget.ts'
import type { RelayRequest, RequestOrigin } from '../shared/request.ts'
import type { RelayResponse } from '../shared/response.ts'

/**
 * Handles the calls that a connection reads itself (the fast path); all others go through the tunnel to the web
 * server.
 */
export interface CallHandler {
  /** Returns the endpoint of a POST to the path; undefined = the path belongs to the web server. */
  endpointOf(path: string): object | undefined
  /** Reserves memory for a body of this size; undefined = no memory is free, or the caller is not admitted. */
  reserveBody(arrived: RequestOrigin & Pick<RelayRequest, 'url'>, bytes: number): Reservation | undefined
  /** Handles the call at an endpoint that `endpointOf` returned. Never rejects. */
  handle(incoming: RelayRequest, endpoint: object): Promise<RelayResponse>
}
