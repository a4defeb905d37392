import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { stateOfCode } from './code-status.ts'

/** Returns the reason why a code cannot be edited; null when it can. */
export function useWhyNotEdit() {
  const { t } = useTranslation('redemption')
  return (code: Redemption): string | null => {
    const state = stateOfCode(code)
    if (state === 'unused') return null
    return t(state === 'used' ? 'used' : 'notUnused')
  }
}
