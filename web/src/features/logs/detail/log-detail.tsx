import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Remedies } from '#web/features/channels/remedies.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { isUnserved } from '../rows/row-kind.ts'
import { messageOf } from '../rows/row-text.ts'
import { Attempts } from './attempts.tsx'
import { BillTable } from './bill-table.tsx'
import { Facts } from './facts.tsx'
import { Section } from './section.tsx'

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
      <Facts log={log} admin={admin} />
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
