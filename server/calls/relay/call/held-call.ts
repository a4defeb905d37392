import type { Hold } from '../../../money/accounting/hold.ts'
import type { Admission } from '../../limits/admission.ts'
import type { CallBudgets } from '../../limits/budget-windows.ts'
import type { Call } from './call.ts'
import type { CallRun } from './call-run.ts'

/** A call that counts in its limits and whose cost is held: what the attempts, the answer and the charge are given. */
export interface HeldCall {
  readonly call: Call
  readonly run: CallRun
  readonly hold: Hold
  /** The budgets that it is charged to. */
  readonly budgets: CallBudgets
  /** What it has taken of limits: its own, and those of the channels that it has entered. */
  readonly admissions: Admission[]
}
