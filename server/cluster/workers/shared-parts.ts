import type { PermitSource } from '../../platform/meters/permit-source.ts'
import type { Transport } from '../../platform/store/bus.ts'
import type { WriteTurns } from '../../platform/store/write-turns.ts'
import type { WorkerMetrics } from '../../platform/telemetry/metric.ts'

/** Permits of limits that the processes of one server share. */
export type ServerPermits = Omit<PermitSource, 'isUp' | 'close'>

/** What the processes of one server share, as each of them uses it. */
export interface SharedParts {
  /** The turns to write to the SQLite file. */
  turns: WriteTurns
  /** Carries changes to the other processes. */
  transport: Transport
  permits: ServerPermits
  /** Processes that run now, this one included. */
  processes(): number
  /** The metrics of the workers that answer in time; undefined = this is one. */
  metrics: (() => Promise<WorkerMetrics[]>) | undefined
}
