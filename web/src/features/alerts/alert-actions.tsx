import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import Undo from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/api/alerts.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { useStored } from '#web/lib/storage.ts'
import { RowButtons, RowMenu } from '#web/ui/table/row-buttons.tsx'
import { useHandleAlert } from './alert-queries.ts'

const MINUTES = { hour: 60, day: 1440, week: 10_080 } as const

/** Buttons of an open alert: acknowledge it, silence it for some time, and in its row the switch of its channel. */
export function AlertActions({ alert, inRow }: { alert: Alert; inRow?: boolean }) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const { mutate } = useHandleAlert()
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
