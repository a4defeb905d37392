import type { DisableRule } from '#contract/channel-types/disable-rules.ts'

/** The result of testing a key that a call has brought under suspicion. */
export type SuspectResult =
  /** `untestable`: no small request can tell, or it was refused for another reason. */
  | { state: 'works' | 'unknown' | 'untestable' }
  | { state: 'refused'; reason: string; rule: DisableRule | undefined; waitMs: number | undefined }
