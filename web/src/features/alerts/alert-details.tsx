import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Alert } from '#contract/api/alerts.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { useStored } from '#web/lib/storage.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import { useKindName } from './alert-kinds.ts'

/** What an expanded alert shows: its whole text, its rule, who looks after it, and where it leads. */
export function AlertDetails({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const kindName = useKindName()
  const { links, rule_id, rule_name, kind, acknowledged_at, acknowledged_by, silenced_until } = alert
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="break-words">{alert.text[language]}</p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        <Fact name={t('details.rule')}>{rule_id === 0 ? t('details.noRule') : rule_name || kindName(kind)}</Fact>
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
      <div className="flex flex-wrap items-center gap-3">
        {links.user_id ? (
          <Link to="/user/$id" params={{ id: links.user_id }} className={buttonClass('default', 'small')}>
            {t('details.user')}
          </Link>
        ) : null}
        {links.channel_id ? (
          <>
            <Link to="/channel/$id" params={{ id: links.channel_id }} className={buttonClass('default', 'small')}>
              {t('details.channel')}
            </Link>
            <ChannelSwitch id={links.channel_id} name={alert.title[language]} />
          </>
        ) : null}
      </div>
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
