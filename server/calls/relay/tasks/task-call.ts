import type { Caller } from '../admit/admit.ts'

/** A call about tasks, admitted and read. */
export interface TaskCall {
  caller: Caller
  /** The request's id. */
  id: string
  /** Members of the JSON body; empty without one. */
  body: Readonly<Record<string, unknown>>
}
