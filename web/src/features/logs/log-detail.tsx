import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Attempts } from './attempts.tsx'
import { BillTable } from './bill-table.tsx'
import { Facts } from './facts.tsx'
import { FilterLinks } from './filter-links.tsx'
import type { LogRow } from './log-list.ts'
import { Section } from './section.tsx'
import { messageOf } from './wording.ts'

interface LogDetailProps {
  log: LogRow
  admin: boolean
  /** Told when the details appear; answers what to call when they are gone. */
  onShown: () => () => void
}

/** Everything that is known about a row: what happened, what it cost and why, which channels were tried. */
export default function LogDetail({ log, admin, onShown }: LogDetailProps) {
  const { t, i18n } = useTranslation('logs')
  useEffect(onShown, [onShown])
  const { attempts } = log.facts
  const message = messageOf(log, i18n.language)
  return (
    <div className="@container flex max-w-3xl flex-col gap-4 whitespace-normal">
      <Facts log={log} admin={admin} />
      <BillTable log={log} />
      {attempts.length > 0 && (
        <Section title={t('attempts.title')}>
          <Attempts attempts={attempts} />
        </Section>
      )}
      {message && (
        <Section title={t('detail.content')}>
          <p className="break-words">{message}</p>
        </Section>
      )}
      <FilterLinks log={log} admin={admin} />
    </div>
  )
}
