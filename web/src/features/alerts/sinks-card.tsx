import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Send from 'lucide-react/icons/send'
import { useTranslation } from 'react-i18next'
import { SINK_NAMES } from '#contract/alerts/sinks.ts'
import type { AlertSink } from '#contract/api/alerts.ts'
import type { OwnSinks } from '#contract/api/own-alerts.ts'
import { refresh } from '#web/lib/after-write.ts'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { Status } from '#web/ui/status.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { SetupPart } from './setup-part.tsx'
import { type SinkPlace, sinksQuery } from './sink-places.ts'

const EDIT = `${buttonClass('ghost', 'small')} shrink-0`

/** All sinks: where they lead, when they were last told something, and what went wrong. */
export function SinksCard({ setup: { sinks, mail }, place }: { setup: OwnSinks; place: SinkPlace }) {
  const { t } = useTranslation('alerts')
  const add = (
    <Link to={place.form} params={{ id: 0 }} className={buttonClass('primary', 'small')}>
      <Plus size={14} aria-hidden />
      {t('sinks.add')}
    </Link>
  )
  return (
    <SetupPart title={t('sinks.title')} action={add}>
      {!mail && sinks.some(({ kind, enabled }) => kind === 'mail' && enabled) && (
        <Banner tone="warning" action={<OpenSetting option="SMTPServer" />}>
          {t('sinks.noMail')}
        </Banner>
      )}
      {sinks.length === 0 && <p className="text-muted text-small">{t('sinks.none')}</p>}
      {sinks.length > 0 && (
        <ul className="surface grid divide-y divide-line px-3">
          {sinks.map((sink) => (
            <SinkRow key={sink.id} sink={sink} place={place} />
          ))}
        </ul>
      )}
    </SetupPart>
  )
}

function SinkRow({ sink, place }: { sink: AlertSink; place: SinkPlace }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const client = useQueryClient()
  const { id, kind, enabled, target, waiting, last_error, last_sent_at, quiet_from, quiet_to } = sink
  const name = sink.name || SINK_NAMES[kind][language]
  const test = useMutation({
    mutationFn: () => place.test(id),
    onSuccess: () => toast.success(t('sinks.tested')),
    onSettled: () => refresh(client, { queryKey: sinksQuery(place).queryKey }),
  })
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong">{name}</span>
          {sink.name && <Tag>{SINK_NAMES[kind][language]}</Tag>}
          {!enabled && <Status colour="grey">{t('rules.off')}</Status>}
          {waiting > 0 && <Status colour="orange">{t('sinks.waiting', { count: waiting })}</Status>}
        </div>
        <p className="break-words text-muted text-small">
          {target || t(place.page === '/notifications' ? 'own.address' : 'sinks.roots')}
          {quiet_from && ` · ${t('sinks.quiet', { from: quiet_from, to: quiet_to })}`}
          {last_sent_at > 0 && (
            <>
              {` · ${t('sinks.sent')} `}
              <Time at={last_sent_at} />
            </>
          )}
        </p>
        {last_error && <p className="break-words text-danger text-small">{t('sinks.error', { error: last_error })}</p>}
      </div>
      <Button
        size="small"
        icon={<Send size={14} aria-hidden />}
        loading={test.isPending}
        aria-label={t('sinks.test', { name: `${name} (${id})` })}
        onClick={() => test.mutate()}
      >
        {t('sinks.testShort')}
      </Button>
      <Link
        to={place.form}
        params={{ id }}
        aria-label={t('sinks.editOne', { name: `${name} (${id})` })}
        className={EDIT}
      >
        <Pencil size={15} aria-hidden />
      </Link>
    </li>
  )
}
