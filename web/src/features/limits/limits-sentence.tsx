import { useTranslation } from 'react-i18next'
import type { Limits } from '#contract/limits.ts'
import { useStatus } from '#web/lib/status.ts'
import { limitsSentence } from './limit-words.ts'

/** Limits in one line: `60 calls a minute, 4 at once`. */
export default function LimitsSentence({ limits }: { limits: Limits | null }) {
  const { t } = useTranslation('limits')
  return limitsSentence(limits, t, useStatus()) || t('none')
}
