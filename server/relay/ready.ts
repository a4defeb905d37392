import { Failure } from '../http/failure.ts'
import type { RelayDeps } from './deps.ts'

const RETRY_AFTER_SECONDS = 5

/** Throws the Failure of a server that stops, or that could not bill what it serves. */
export function checkReady({ calls, accounting }: Pick<RelayDeps, 'calls' | 'accounting'>): void {
  if (calls.draining) throw new Failure('shutting_down', {}, undefined, RETRY_AFTER_SECONDS)
  if (!accounting.ledger.writable()) throw new Failure('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS)
}
