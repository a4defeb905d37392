import type { PermitGrant, PermitRequest, SlotRequest, UseKey } from '../../platform/meters/permit-source.ts'
import type { Metric } from '../../platform/telemetry/metric.ts'

/** What workers request of the primary process. */
export type PrimaryRequests = {
  /** Resolves with the number of the turn when it has begun. */
  takeTurn(parameters: undefined): Promise<number>
  endTurn(turn: number): void
  /** Passes a change on to all other processes. Resolves when they have applied it, or take too long. */
  change(message: string): Promise<unknown>
  takePermits(parameters: { key: string; request: PermitRequest }): Promise<PermitGrant>
  takeSlots(parameters: { key: string; request: SlotRequest }): Promise<number>
  returnSlots(parameters: { key: string; slots: number }): Promise<void>
  readUse(keys: readonly UseKey[]): Promise<number[]>
  /** Tells the address of the caller whose connection to the web server has this local port. */
  setPeer(parameters: { port: number; address: string }): void
  deletePeer(port: number): void
  /** The worker accepts connections. */
  listening(parameters: undefined): void
}

/** What the primary process requests of workers. */
export type WorkerRequests = {
  /** Resolves when the change applies. */
  change(message: string): Promise<unknown>
  /** The metrics of the worker. */
  metrics(parameters: undefined): Promise<Metric[]>
  /** Replied at once by a worker that works. */
  ping(parameters: undefined): void | Promise<void>
  /** So many processes run now. `spread`: connections are to be spread over them anew. */
  processes(parameters: { running: number; spread: boolean }): void
  /** Accepts no more connections, lets calls finish, and ends. */
  stop(parameters: undefined): void
}
