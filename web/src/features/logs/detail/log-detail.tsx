import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { explainFailure } from '#contract/connection-failures.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatDuration } from '#web/lib/format.ts'
import { useStored } from '#web/lib/storage.ts'
import { Money } from '#web/ui/money.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { isUnserved } from '../rows/row-kind.ts'
import { messageOf } from '../rows/row-text.ts'
import { BillTable } from './bill-table.tsx'
import { CallFacts } from './facts.tsx'
import { Section } from './section.tsx'
import { spans } from './waterfall.ts'

interface LogDetailProps {
  log: LogRow
  admin: boolean
  /** Called when the details appear; returns a function to call when they disappear. */
  onShown: () => () => void
}

/** Shows all details of a row: what happened, its cost and computation, and the channels tried. */
export default function LogDetail({ log, admin, onShown }: LogDetailProps) {
  const { t, i18n } = useTranslation('logs')
  useEffect(onShown, [onShown])
  const { attempts, order } = log.facts
  const message = messageOf(log, i18n.language)
  return (
    <div className="@container flex max-w-3xl flex-col gap-4 whitespace-normal">
      <CallFacts log={log} admin={admin} />
      {admin && isUnserved(log) && log.channel > 0 && log.channel_name && (
        <Remedies channel={log.channel} name={log.channel_name} />
      )}
      <BillTable log={log} />
      {attempts.length > 1 || order.length > 1 || attempts.some(({ error }) => error) ? (
        <Section title={t('attempts.title')}>
          <Attempts attempts={attempts} />
          {admin && order.length > 1 && (
            <p className="flex flex-wrap gap-x-3 text-muted text-small tabular-nums">
              <span>
                {t('attempts.order')}: {order.map((id) => `#${id}`).join(' → ')}
              </span>
              <Link
                to="/routing"
                search={{ model: log.facts.requestedModel || log.model_name, group: log.facts.group || undefined }}
                className="text-primary hover:underline"
              >
                {t('attempts.explain')}
              </Link>
            </p>
          )}
        </Section>
      ) : null}
      {message && (
        <Section title={t('detail.content')}>
          <p className="break-words">{message}</p>
        </Section>
      )}
    </div>
  )
}

const MILLI = 1000

/** Shows the attempts in order, each as a bar on the total time. */
function Attempts({ attempts }: { attempts: readonly AttemptRecord[] }) {
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
            <Link to="/channel/$id" params={{ id: channel }} className="hover:underline">
              {key === undefined ? t('attempts.channel', { id: channel }) : t('attempts.key', { id: channel, key })}
            </Link>
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
