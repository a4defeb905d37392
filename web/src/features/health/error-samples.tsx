import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { explainFailure } from '#contract/connection-failures.ts'
import type { FailureKind } from '#contract/traffic.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { kindsOf } from '#web/features/traffic/health.ts'
import { fullNumber, relativeTime } from '#web/lib/format.ts'
import { Popover } from '#web/ui/overlay/popover.tsx'

/** The panel of `ErrorKinds`, initially open. */
export default function ErrorSamples({ trigger, cell }: { trigger: ReactElement; cell: HealthCell }) {
  const { t } = useTranslation('health')
  const [open, setOpen] = useState(true)
  return (
    <Popover title={t('errors.title')} align="start" open={open} onOpenChange={setOpen} trigger={trigger}>
      <ErrorList cell={cell} />
      <div className="mt-2 border-line border-t pt-3">
        <Remedies channel={cell.channel_status > 0 ? cell.channel_id : 0} name={cell.channel_name} />
      </div>
    </Popover>
  )
}

/** Failures that a change of the channel's settings can mend. */
const MENDS: Partial<Record<FailureKind, 'key' | 'quota' | 'rate' | 'network'>> = {
  key: 'key',
  quota: 'quota',
  rate: 'rate',
  network: 'network',
  timeout: 'network',
}

const LINK = 'text-primary text-small hover:underline'

/** The kinds of errors, each with its number, its last error, the call that had it, and what mends it. */
export function ErrorList({ cell }: { cell: HealthCell }) {
  const { t, i18n } = useTranslation('health')
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  return (
    <ul className="@container divide-y divide-line">
      {kindsOf(cell).map(([kind, count]) => {
        const sample = cell.errors.find((error) => error.kind === kind)
        const mend = MENDS[kind]
        return (
          <li
            key={kind}
            className="grid gap-x-4 gap-y-0.5 py-2 first:pt-0 @xl:grid-cols-[14rem_minmax(0,1fr)_auto] @xl:items-baseline"
          >
            <span className="flex items-baseline justify-between gap-2">
              <span className="font-strong">{t(`kind.${kind}`)}</span>
              <span className="tabular-nums">{fullNumber(count)}</span>
            </span>
            <span className="min-w-0 break-words text-small">
              {sample && (
                <span className="text-muted">
                  {relativeTime(sample.at)}
                  {sample.status >= 400 && ` · HTTP ${sample.status}`}
                  {sample.status > 0 && sample.status < 300 && ` · ${t('errors.afterStart')}`}
                </span>
              )}
              {sample?.message && <span className="block">{explainFailure(sample.message, language)}</span>}
            </span>
            <span className="flex flex-wrap gap-x-3">
              {sample?.request_id && (
                <Link to="/log" search={{ request_id: sample.request_id, range: '30d' }} className={LINK}>
                  {t('errors.call')}
                </Link>
              )}
              {mend && cell.channel_status > 0 && (
                <Link to="/channel/$id" params={{ id: cell.channel_id }} search={{ view: 'settings' }} className={LINK}>
                  {t(`errors.mend.${mend}`)}
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
