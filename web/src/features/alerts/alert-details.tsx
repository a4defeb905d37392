import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/api/alerts.ts'
import { Remedies } from '#web/features/channels/remedies.tsx'
import { useStored } from '#web/lib/storage.ts'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Time } from '#web/ui/time.tsx'
import { useKindName } from './alert-kinds.ts'

/** What an expanded alert shows: its whole text, its rule, who looks after it, and where it leads. */
export function AlertDetails({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const kindName = useKindName()
  const { links, since, until, rule_id, rule_name, kind, acknowledged_at, acknowledged_by, silenced_until } = alert
  return (
    <div className="grid grid-cols-1 gap-3">
      {alert.text[language] !== alert.title[language] && <p className="break-words">{alert.text[language]}</p>}
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        <Fact name={t('details.rule')}>{rule_id === 0 ? t('details.noRule') : rule_name || kindName(kind)}</Fact>
        <Fact name={t('column.since')}>
          <Time at={since} exact />
        </Fact>
        {until > 0 && (
          <Fact name={t('column.until')}>
            <Time at={until} exact />
          </Fact>
        )}
        {acknowledged_at > 0 && (
          <Fact name={t('acknowledgedBy', { name: acknowledged_by })}>
            <Time at={acknowledged_at} exact />
          </Fact>
        )}
        {silenced_until > 0 && (
          <Fact name={t('silencedUntil')}>
            <Time at={silenced_until} exact />
          </Fact>
        )}
      </dl>
      {links.models && (
        <ul aria-label={t('details.models')} className="divide-y divide-line border-line border-y">
          {links.models.map((model) => (
            <li key={model} className="flex min-h-row items-center gap-3">
              <ObjectLink kind="model" id={model}>
                {model}
              </ObjectLink>
              <Link
                to="/channel"
                search={{ model }}
                className="ms-auto shrink-0 text-primary text-small hover:underline"
                aria-label={t('details.channelsOf', { model })}
              >
                {t('details.channels')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Remedies channel={links.channel_id} name={alert.title[language]} model={links.model} user={links.user_id} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
