import type { Config } from '../../platform/config.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Finding } from './finding.ts'

/** What is examined, and how thoroughly. */
export interface Patient {
  config: Config
  /** Also checks all pages of a large SQLite file. */
  thorough: boolean
  /** Also looks at the certificates of upstreams. */
  upstreams: boolean
}

/** A patient whose database answers. */
export interface ReachedPatient extends Patient {
  store: Store
  /** Stored texts of options. */
  options: ReadonlyMap<string, string>
}

/** A part of the examination: it changes nothing, and returns at least one finding. */
export interface Check<P> {
  area: string
  run(patient: P): Promise<Finding[]>
}
