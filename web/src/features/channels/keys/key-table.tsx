import Ellipsis from 'lucide-react/icons/ellipsis'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChannelKey, deleteChannelKey, testChannelKey, updateChannelKey } from '#contract/api/channel-keys.ts'
import type { KeyState } from '#contract/channel-keys.ts'
import { call } from '#web/lib/api.ts'
import { formatTime, fullNumber, relativeTime } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import type { MenuEntry } from '#web/ui/overlay/menu.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { LOOKS, type Look, Status } from '#web/ui/status.tsx'
import { switchIcon } from '#web/ui/table/row-buttons.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { nameOfKey, useKeyChange } from './keys-query.ts'

const EditKeyDialog = lazy(() => import('./edit-key-dialog.tsx'))

const LOOK_OF: Record<KeyState, Look> = { enabled: 'on', cooling: 'paused', stopped: 'stopped', disabled: 'off' }

/** A page of keys with their states, counters and buttons. */
export function KeyTable({ channel, keys }: { channel: number; keys: readonly ChannelKey[] }) {
  const { t } = useTranslation('keys')
  return (
    <ScrollRegion aria-label={t('table')} className="surface relative overflow-x-auto">
      <table className="w-full tabular-nums">
        <thead className="text-muted text-small">
          <tr className="h-row border-line border-b *:whitespace-nowrap *:px-2 *:font-normal">
            <th scope="col" className="text-left">
              {t('column.key')}
            </th>
            <th scope="col" className="text-left">
              {t('column.state')}
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              {t('column.calls')}
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              {t('column.failures')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((one) => (
            <KeyRow key={one.id} channel={channel} one={one} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function KeyRow({ channel, one }: { channel: number; one: ChannelKey }) {
  const { t } = useTranslation('keys')
  const { id, mask, state, calls, failures, limits, last_used_at } = one
  return (
    <tr className="border-line border-b align-top last:border-b-0 *:px-2 *:py-1.5 hover:bg-hover">
      <th scope="row" className="text-left font-normal">
        <code lang="" className="whitespace-nowrap text-small">
          {mask}
        </code>
        <span className="block whitespace-nowrap text-muted text-small">
          #{id}
          {limits && ` · ${t('limited')}`}
        </span>
        <span className="block text-muted text-small sm:hidden">
          {t('used', { calls: fullNumber(calls), failures: fullNumber(failures) })}
        </span>
      </th>
      <td className="w-full min-w-28">
        <Status {...LOOKS[LOOK_OF[state]]}>{t(`state.${state}`)}</Status>
        <Why one={one} />
      </td>
      <td
        className="text-right max-sm:hidden"
        {...tip(last_used_at > 0 ? t('lastUsed', { time: formatTime(last_used_at) }) : t('unused'))}
      >
        {fullNumber(calls)}
      </td>
      <td className="text-right max-sm:hidden">{fullNumber(failures)}</td>
      <td>
        <KeyButtons channel={channel} one={one} />
      </td>
    </tr>
  )
}

/** Says why a key is not used, or what went wrong with it last. */
function Why({ one: { state, cooling_until, reason, probe_at, last_error, last_error_at } }: { one: ChannelKey }) {
  const { t } = useTranslation('keys')
  const when = (at: number) => relativeTime(at) || formatTime(at)
  const probeText = (at: number) => (at * 1000 > Date.now() ? t('probeAt', { time: when(at) }) : t('probeSoon'))
  const lines = [
    ...(state === 'cooling' ? [t('coolingUntil', { time: when(cooling_until) })] : []),
    ...(state === 'stopped' && probe_at > 0 ? [probeText(probe_at)] : []),
    ...(reason ? [reason] : last_error ? [t('lastError', { error: last_error, time: when(last_error_at) })] : []),
  ]
  return lines.map((line) => (
    <span key={line} {...tip(line)} className="line-clamp-2 break-words text-muted text-small">
      {line}
    </span>
  ))
}

function KeyButtons({ channel, one }: { channel: number; one: ChannelKey }) {
  const { t } = useTranslation('keys')
  const { id, state } = one
  const name = nameOfKey(one)
  const params = { id: channel, key: id }
  const isOn = state === 'enabled' || state === 'cooling'
  const test = useKeyChange(
    channel,
    () => call(testChannelKey, { params }),
    () => toast.success(t('toast.answered', { name })),
  )
  const write = useKeyChange(channel, (enabled: boolean) => call(updateChannelKey, { params, body: { enabled } }))
  const remove = useKeyChange(
    channel,
    () => call(deleteChannelKey, { params }),
    () => toast.success(t('toast.removed', { name })),
  )
  async function askRemove() {
    const question = {
      title: t('ask.remove', { name }),
      description: t('ask.removeHint'),
      action: t('row.removeShort'),
    }
    if (await confirm({ ...question, danger: true })) remove.mutate(undefined)
  }
  const entries = (): MenuEntry[] => [
    {
      label: t('row.edit'),
      icon: <Pencil size={16} aria-hidden />,
      run: () => void openOverlay<void>((close) => <EditKeyDialog channel={channel} one={one} onClose={close} />),
    },
    'separator',
    {
      label: t('row.removeShort'),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      run: () => void askRemove(),
    },
  ]
  const SwitchIcon = switchIcon(isOn)
  return (
    <span className="flex justify-end">
      <IconButton
        size="small"
        label={t('row.test', { name })}
        icon={<FlaskConical size={15} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate(undefined)}
      />
      <IconButton
        size="small"
        label={t(isOn ? 'row.disable' : 'row.enable', { name })}
        icon={<SwitchIcon size={15} aria-hidden />}
        loading={write.isPending}
        onClick={() => write.mutate(!isOn)}
      />
      <LazyMenu
        trigger={<IconButton size="small" label={t('row.more', { name })} icon={<Ellipsis size={15} aria-hidden />} />}
        entries={entries}
      />
    </span>
  )
}
