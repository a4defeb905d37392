import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { fullNumber, relativeTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { kindsOf } from './health.ts'

/** The kinds of errors of a model at a channel; opens the last error of each. */
export function ErrorKinds({ cell }: { cell: HealthCell }) {
  const { t } = useTranslation('health')
  const kinds = kindsOf(cell)
  if (kinds.length === 0) return <span className="text-muted">–</span>
  const [first, ...others] = kinds
  const text = first ? `${t(`kind.${first[0]}`)} ${fullNumber(first[1])}` : ''
  return (
    <Popover
      title={t('errors.title')}
      align="start"
      trigger={
        <Button size="small" variant="ghost" aria-label={t('errors.open', { model: cell.model_name })}>
          {others.length > 0 ? `${text} +${others.length}` : text}
        </Button>
      }
    >
      <ul className="flex flex-col gap-3">
        {kinds.map(([kind, count]) => {
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
                  {sample.message && <span className="break-words text-small">{sample.message}</span>}
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
    </Popover>
  )
}
