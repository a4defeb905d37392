import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { explainFailure } from '#contract/connection-failures.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { channelQuery } from '#web/features/channels/queries/channel-list.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatDuration } from '#web/lib/format.ts'
import { useStored } from '#web/lib/storage.ts'
import { Money } from '#web/ui/money.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
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
          <Attempts attempts={attempts} remedied={isUnserved(log) ? log.channel : 0} />
          {admin && order.length > 1 && (
            <p className="flex flex-wrap gap-x-3 text-muted text-small tabular-nums">
              <span>
                {t('attempts.order')}:{' '}
                {order.map((id, place) => (
                  <Fragment key={id}>
                    {place > 0 && ' → '}
                    <ChannelLink id={id} />
                  </Fragment>
                ))}
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

/** A channel by its name, which opens it; by its number once it is deleted. */
function ChannelLink({ id, sent }: { id: number; sent?: number | undefined }) {
  const { t } = useTranslation('logs')
  const { data: channel } = useQuery(channelQuery(id))
  const name = channel?.name ?? t('attempts.channel', { id })
  const text = sent === undefined ? name : `${name} · ${t('attempts.key', { key: sent })}`
  return (
    <Link to="/channel/$id" params={{ id }} className="truncate hover:underline" {...tipIfCut(text)}>
      {text}
    </Link>
  )
}

interface AttemptsProps {
  attempts: readonly AttemptRecord[]
  /** The channel whose switch is shown above. */
  remedied: number
}

/** Shows the attempts in order, each as a bar on the total time, with the switch of a channel that failed. */
function Attempts({ attempts, remedied }: AttemptsProps) {
  const { t } = useTranslation('logs')
  const language = useStored('language')
  const switched = new Set([remedied])
  return (
    <ol className="grid grid-cols-[minmax(0,auto)_auto_minmax(2rem,1fr)_auto_auto] gap-x-3 gap-y-1">
      {spans(attempts).map(({ attempt, from, width }, index) => {
        const { channel, key, status, ms, error, lost } = attempt
        const good = status >= 200 && status < 300
        const hasSwitch = !good && lost === undefined && !switched.has(channel)
        if (hasSwitch) switched.add(channel)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tries of a call never change
          <li key={index} className="col-span-full grid min-h-7 grid-cols-subgrid items-center tabular-nums">
            <ChannelLink id={channel} sent={key} />
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
            <span className="flex">{hasSwitch && <ChannelSwitch id={channel} />}</span>
            {lost !== undefined && (
              <span className="col-span-full text-small text-muted">
                {t('attempts.lost')}
                {lost > 0 && ' · '}
                {lost > 0 && <Money quota={lost / MILLI} digits={6} />}
              </span>
            )}
            {error && (
              <span className="col-span-full break-words text-small text-muted">{explainFailure(error, language)}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
