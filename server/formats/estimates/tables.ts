/** What estimates have learned of a script in a family of models, by all nodes. */
export interface LearnedRatioTable {
  family: string
  script: string
  /** Sums that are halved from time to time; `calls` is not. */
  pieces: number
  tokens: number
  calls: number
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    learned_ratios: LearnedRatioTable
  }
}
