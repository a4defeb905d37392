import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { typeNames } from '#contract/channel-types/names.ts'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { formatDuration, formatTime, formatUsd, fullNumber } from '#web/lib/format.ts'
import { nothingOnFailure } from '#web/lib/lazy/optional-load.ts'
import { useStored } from '#web/lib/storage.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Level } from '#web/ui/status.tsx'
import { GroupTag } from '#web/ui/tag.tsx'
import { tip, tipIfCut } from '#web/ui/tooltip.tsx'
import { PULSE, speedColour, stateOf } from '../queries/channel-status.ts'
import { type ChannelChecks, responseId, useIsAsked } from '../tests/channel-checks.ts'
import { StateTag } from '../tests/state-tag.tsx'

interface CellProps {
  channel: Channel
}

/** Shows the type of upstream. Long names wrap to two lines without raising the row. */
export function TypeTag({ channel }: CellProps) {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const type = typeNames.find(({ id }) => id === channel.type)
  const name = type?.name[language] ?? t('type.unknown')
  return (
    <span className="flex max-w-full items-center gap-1.5">
      <VendorMark vendor={type?.vendor} name={name} hue={type?.hue} />
      <span className="line-clamp-2 text-[11px] leading-[14.5px] whitespace-normal" {...tipIfCut(name)}>
        {name}
      </span>
    </span>
  )
}

interface StatusProps extends CellProps {
  checks: ChannelChecks
}

/** Shows the channel's status. An auto-disabled channel shows its reason and can be retested. */
export function StatusTag(props: StatusProps) {
  const off = stateOf(props.channel.status) === 'autoDisabled'
  return (
    <span className="flex max-w-full min-w-0 items-center gap-1.5">
      <Suspense fallback={<StateTag {...props} />}>
        {off ? <DisabledTag {...props} /> : <StateTag {...props} />}
      </Suspense>
      <KeyMark channel={props.channel} />
    </span>
  )
}

/** Shows how many of several keys can be used, beside the status. */
function KeyMark({ channel: { key_counts: counts } }: CellProps) {
  const { t } = useTranslation('channels')
  if (!counts) return null
  const { cooling, stopped, disabled } = counts
  const [ready, total] = [fullNumber(counts.ready), fullNumber(counts.total)]
  return (
    <span
      {...tip(t('keyCountHint', { ready, total, cooling, stopped, disabled }))}
      className={cx('truncate text-small tabular-nums', counts.ready < counts.total ? 'text-warning' : 'text-muted')}
    >
      {t('keyCount', { ready, total })}
    </span>
  )
}

const DisabledTag = lazy(() => import('../tests/disabled-tag.tsx').catch(() => ({ default: StateTag })))

/**
 * Shows the groups that may use the channel: the first, and the number of others when there are more than two.
 */
export function GroupTags({ channel }: CellProps) {
  const groups = channel.group.split(',').filter(Boolean)
  const shown = groups.length > 2 ? groups.slice(0, 1) : groups
  const others = groups.length - shown.length
  return (
    <span className="flex items-center gap-1.5" {...tip(groups.length > 1 ? groups.join(', ') : undefined)}>
      {shown.map((group) => (
        <GroupTag key={group} group={group} />
      ))}
      {others > 0 && <span className="text-small text-muted">+{others}</span>}
    </span>
  )
}

/** Maximum number of names in the tooltip, so that it fits on the screen. */
const SHOWN_MODELS = 24

/** Shows the number of models, lists them in a tooltip, and copies them. */
export function ModelsCell({ channel }: CellProps) {
  const { t } = useTranslation('channels')
  const models = channel.models.split(',').filter(Boolean)
  const count = models.length
  const more = count > SHOWN_MODELS ? [t('models.more', { count: count - SHOWN_MODELS })] : []
  return (
    <span className="flex items-center justify-end gap-1 tabular-nums in-[dl]:justify-start">
      <span {...tip([...models.slice(0, SHOWN_MODELS), ...more].join('\n'))}>{count}</span>
      <CopyButton
        label={t('models.copy', { name: channel.name, count })}
        text={models.join(',')}
        shown={t('models.copied', { count })}
      />
    </span>
  )
}

/**
 * Shows the result of the last test: its duration, or why it failed. A test started here is announced to
 * screen readers.
 */
export function ResponseTag({ channel }: CellProps) {
  const { t } = useTranslation('channels')
  const { id, response_time, test_time, test_error } = channel
  const asked = useIsAsked(id, 'test')
  const time = formatTime(test_time)
  const took = formatDuration(Math.max(1, response_time))
  const failed = { message: test_error, time, took }
  return (
    <span
      id={responseId(id)}
      aria-live={asked ? 'polite' : undefined}
      className={cx('inline-flex max-w-full', asked && PULSE)}
    >
      {!test_time ? (
        <Level colour="grey">{t('response.never')}</Level>
      ) : test_error ? (
        <Level colour="red" tooltip={t('response.failedAt', failed)}>
          {t('response.failed')}
        </Level>
      ) : (
        <Level colour={speedColour(response_time)} tooltip={t('response.at', { time })}>
          {took}
        </Level>
      )}
    </span>
  )
}

/** Loaded lazily; the row renders without it. */
export const TestStrip = lazy(nothingOnFailure<CellProps>(() => import('../tests/test-strip.tsx')))

/** Shows the quota charged through this channel, the upstream account's balance in USD, and asks the vendor for it. */
export function UsedAndBalance({ channel, checks }: CellProps & { checks: ChannelChecks }) {
  const { t } = useTranslation('channels')
  const isKnown = channel.balance_updated_time > 0
  const amount = formatUsd(isKnown ? channel.balance : null)
  return (
    <span className="flex items-center justify-end gap-1 whitespace-nowrap tabular-nums in-[dl]:justify-start">
      <Money quota={channel.used_quota} />
      <span className="text-muted">/</span>
      <span {...tip(isKnown ? t('balance.hint', { amount }) : t('balance.never'))}>{amount}</span>
      <IconButton
        size="small"
        label={isKnown ? t('balance.update', { name: channel.name, amount }) : t('balance.ask', { name: channel.name })}
        icon={<RefreshCw size={13} aria-hidden />}
        loading={useIsAsked(channel.id, 'balance')}
        className="-me-1.5 w-6! text-muted! hover:text-text!"
        onClick={() => checks.updateBalance(channel)}
      />
    </span>
  )
}
