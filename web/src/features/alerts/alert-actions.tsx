import { useNavigate } from '@tanstack/react-router'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import Undo from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/api/alerts.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { useStored } from '#web/lib/storage.ts'
import { opening } from '#web/ui/table/cells.tsx'
import { type RowButton, RowButtons, RowMenu } from '#web/ui/table/row-buttons.tsx'
import { useHandleAlert } from './alert-queries.ts'

const MINUTES = { hour: 60, day: 1440, week: 10_080 } as const

/** Buttons of an open alert: acknowledge it, silence it for some time, and in its row the switch of its channel, or a button that opens what it is about. */
export function AlertActions({ alert, inRow }: { alert: Alert; inRow?: boolean }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const { mutate } = useHandleAlert()
  const open = useOpenSubject()
  const { id, until, acknowledged_at, silenced_until, links } = alert
  const isSilent = silenced_until * 1000 > Date.now()
  if (until > 0 && !isSilent) return null
  const name = `${alert.title[language]} (${id})`
  const silence = (silence_minutes: number) => () => mutate({ id, silence_minutes })
  const choices = Object.entries(MINUTES).map(([key, minutes]) => ({
    label: t(`silenceFor.${key as keyof typeof MINUTES}`),
    run: silence(minutes),
  }))
  return (
    <>
      {inRow && links.channel_id ? <ChannelSwitch id={links.channel_id} name={name} /> : null}
      <RowButtons
        of={[
          ...(inRow ? open(alert) : []),
          {
            label: t(acknowledged_at > 0 ? 'row.unacknowledge' : 'row.acknowledge', { name }),
            icon: acknowledged_at > 0 ? Undo : Check,
            run: () => mutate({ id, acknowledged: acknowledged_at === 0 }),
          },
        ]}
      />
      <RowMenu
        label={t('row.silence', { name })}
        icon={BellOff}
        entries={() => (isSilent ? [{ label: t('silenceFor.end'), run: silence(0) }, ...choices] : choices)}
      />
    </>
  )
}

/** Returns the button that opens the model or the user of an alert, or its drawer where it is about several models. */
function useOpenSubject(): (alert: Alert) => RowButton[] {
  const { t } = useTranslation('alerts')
  const navigate = useNavigate()
  return ({ id, name, links: { channel_id, model, models, user_id } }) => {
    if (channel_id) return []
    const button = { label: t('row.open', { name }), icon: ArrowUpRight }
    if (model) return [{ ...button, run: () => navigate({ to: '/models/$', params: { _splat: model } }) }]
    if (user_id) return [{ ...button, run: () => navigate({ to: '/user/$id', params: { id: user_id } }) }]
    return models ? [{ ...button, run: () => navigate({ to: '.', search: opening(id) }) }] : []
  }
}
