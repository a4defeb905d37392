import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { explainFailure } from '#contract/connection-failures.ts'
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
    </Popover>
  )
}

/** The last error of each kind, with the call that had it. */
export function ErrorList({ cell }: { cell: HealthCell }) {
  const { t, i18n } = useTranslation('health')
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  return (
    <ul className="flex flex-col gap-3">
      {kindsOf(cell).map(([kind, count]) => {
        const sample = cell.errors.find((error) => error.kind === kind)
        return (
          <li key={kind} className="flex flex-col gap-0.5">
            <span className="font-strong">
              {t(`kind.${kind}`)} · {fullNumber(count)}
            </span>
            {sample && (
              <>
                <span className="text-small text-muted">
                  {sample.status > 0 && `${sample.status} · `}
                  {relativeTime(sample.at)}
                </span>
                {sample.message && (
                  <span className="break-words text-small">{explainFailure(sample.message, language)}</span>
                )}
                {sample.request_id && (
                  <Link
                    to="/log"
                    search={{ request_id: sample.request_id, range: '30d' }}
                    className="text-primary text-small hover:underline"
                  >
                    {t('errors.call')}
                  </Link>
                )}
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
