import type { Generated } from 'kysely'

/** One row for each job; the node that holds the lease runs it. */
export interface JobTable {
  name: string
  holder: Generated<string>
  lease_until: Generated<number>
  next_run: Generated<number>
  /** The last run that ended: its start, its node, and "" or its error. */
  last_run: Generated<number>
  last_milliseconds: Generated<number>
  last_node: Generated<string>
  last_error: Generated<string>
}

/** The nodes that have reported lately. */
export interface NodeTable {
  id: string
  host: string
  version: string
  started_at: number
  seen_at: number
  /** Relayed calls in progress and resident memory in bytes, at `seen_at`. */
  calls: number
  memory: number
  /** Bytes of the disk that holds its data; 0 = unknown. */
  disk_free: Generated<number>
  disk_size: Generated<number>
}

/** What estimates have learned of a script in a family of models, by all nodes. */
export interface LearnedRatioTable {
  family: string
  script: string
  /** Sums that are halved from time to time; `calls` is not. */
  pieces: number
  tokens: number
  calls: number
}

/** A comparison of a vendor's bill with costs; `summary` and `rows` are JSON of a BillReport. */
export interface BillReportTable {
  id: Generated<number>
  created_at: number
  created_by: string
  summary: string
  rows: string
}

/** The last report of each node about the books, as JSON. */
export interface WatchdogReportTable {
  node_id: string
  started_at: number
  report: string
}
