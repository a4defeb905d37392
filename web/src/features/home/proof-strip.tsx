import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { percentText } from '#contract/days.ts'
import { measuresQuery } from '#web/features/models/measures-query.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'

/** Measurements of the last seven days; nothing without a public status or without calls. */
export function ProofStrip() {
  const { t } = useTranslation('home')
  const { data } = useQuery(measuresQuery)
  const { calls = 0, share, first_byte_ms } = data?.site ?? {}
  if (calls === 0) return null
  const facts: [name: string, value: string][] = [
    [t('proof.calls'), fullNumber(calls)],
    ...(typeof share === 'number' ? [[t('proof.uptime'), percentText(share)] as [string, string]] : []),
    ...(typeof first_byte_ms === 'number'
      ? [[t('proof.firstByte'), formatDuration(first_byte_ms)] as [string, string]]
      : []),
  ]
  return (
    <dl className="surface -mt-6 grid grid-cols-3 divide-x divide-line max-sm:grid-cols-1 max-sm:divide-x-0 max-sm:divide-y">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse px-4 py-3">
          <dt className="text-muted text-small">{name}</dt>
          <dd className="text-title tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
