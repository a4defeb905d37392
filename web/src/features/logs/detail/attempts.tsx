import { useTranslation } from 'react-i18next'
import { explainFailure } from '#contract/connection-failures.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatDuration } from '#web/lib/format.ts'
import { useStored } from '#web/lib/storage.ts'
import { Money } from '#web/ui/money.tsx'
import { Kind } from '#web/ui/status.tsx'
import { channelColour } from '../rows/row-kind.ts'
import { spans } from './waterfall.ts'

const MILLI = 1000

/** Shows the attempts in order, each as a bar on the total time. */
export function Attempts({ attempts }: { attempts: readonly AttemptRecord[] }) {
  const { t } = useTranslation('logs')
  const language = useStored('language')
  return (
    <ol className="flex flex-col gap-1">
      {spans(attempts).map(({ attempt, from, width }, index) => {
        const { channel, key, status, ms, error, lost } = attempt
        const good = status >= 200 && status < 300
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tries of a call never change
          <li key={index} className="grid grid-cols-[auto_4.5rem_1fr_4.5rem] items-center gap-x-3 tabular-nums">
            <Kind colour={channelColour(channel)}>
              {key === undefined ? t('attempts.channel', { id: channel }) : t('attempts.key', { id: channel, key })}
            </Kind>
            <span className={cx('text-end', good ? 'text-success' : 'text-danger')}>
              {status || (lost === undefined ? t('attempts.unreachable') : DASH)}
            </span>
            <span aria-hidden className="relative h-2 rounded-control bg-hover">
              <span
                className={cx('absolute inset-y-0 min-w-0.5 rounded-control', good ? 'bg-success' : 'bg-danger')}
                style={{ insetInlineStart: `${from}%`, width: `${width}%` }}
              />
            </span>
            <span className="text-end">{formatDuration(ms)}</span>
            {lost !== undefined && (
              <span className="col-start-2 col-end-5 text-small text-muted">
                {t('attempts.lost')}
                {lost > 0 && ' · '}
                {lost > 0 && <Money quota={lost / MILLI} digits={6} />}
              </span>
            )}
            {error && (
              <span className="col-start-2 col-end-5 break-words text-small text-muted">
                {explainFailure(error, language)}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
