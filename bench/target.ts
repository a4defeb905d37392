/** Something that calls are sent through. */
export interface Target {
  name: string
  port: number
  headers: Record<string, string>
  /** Keys of its tokens, which calls use in turn; absent = the one in the headers. */
  keys?: readonly string[]
  /** The gateway's process; undefined for the upstream itself. */
  pid: number | undefined
  /** Makes the gateway refuse calls that hold one of these words, where it can. */
  refuseWords?(words: readonly string[]): Promise<void>
  /** What the gateway wants before the names of models: its name of the vendor. */
  modelPrefix?: string
  stop(): Promise<void>
}

/** Why a target is left out of the table. */
export interface Skipped {
  name: string
  reason: string
}

export type StartTarget = (upstreamPort: number) => Promise<Target | Skipped>

export const JSON_HEADERS = { 'content-type': 'application/json', accept: '*/*' }
export const UPSTREAM_KEY = 'sk-upstream'
