import type { Redemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'

export type CodeState = keyof typeof REDEMPTION_STATUS | 'unknown'

/** Returns the state of a code. */
export function stateOfCode({ status }: Pick<Redemption, 'status'>): CodeState {
  const known = Object.entries(REDEMPTION_STATUS).find(([, number]) => number === status)
  return (known?.[0] as CodeState | undefined) ?? 'unknown'
}

export const STATE_COLOURS: Record<CodeState, TagColour> = {
  unused: 'green',
  disabled: 'red',
  used: 'grey',
  unknown: 'grey',
}
