import { Link } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { amountText, quotaOfAmount } from '#contract/currency/display-currency.ts'
import { cx } from '#web/lib/cx.ts'
import { formatSeconds, fullNumber, scaleOf, shortNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { CopyTag } from '#web/ui/copy/copy-tag.tsx'
import { Money } from '#web/ui/money.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { Level, Status } from '#web/ui/status.tsx'
import { EndCut } from '#web/ui/table/cells.tsx'
import { Avatar } from '#web/ui/tag.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { useValueFilterHint, ValueFilterButton, ValueFilterModifier } from '../filters/value-filter-button.tsx'
import { only, onlyToken } from '../filters/value-filters.ts'
import type { LogRow } from '../rows/log-list.ts'
import { durationColour, firstByteColour, isCall, isUnserved, tellsOfCall, typeOf } from '../rows/row-kind.ts'
import { isTest, messageOf } from '../rows/row-text.ts'

const UserDialog = lazy(() => import('./user-dialog.tsx'))

type Typed = Pick<LogRow, 'type' | 'model_name'>

/** Shows the type of the row. Failed calls are rows of the system, and a separate type to readers. */
export function TypeTag({ log }: { log: Typed }) {
  const { t } = useTranslation('logs')
  if (isUnserved(log)) return <Status colour="red">{t('mark.failed')}</Status>
  return <span className="text-small">{t(`type.${typeOf(log.type)}`)}</span>
}

/** The type of the row, which filters for rows of this type. */
export function TypeCell({ log }: { log: Typed }) {
  const { t } = useTranslation('logs')
  const failed = isUnserved(log)
  return (
    <ValueFilterButton
      field="type"
      value={log.type}
      chosen={failed ? { type: undefined, not_type: undefined, status: 'failed' } : only('type', log.type)}
      name={failed ? t('type.failed') : t(`type.${typeOf(log.type)}`)}
    >
      <TypeTag log={log} />
    </ValueFilterButton>
  )
}

/** Shows the channel's name, or its id when the channel is gone, and opens the channel. */
export function ChannelCell({ log: { channel, channel_name: name } }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const hint = useValueFilterHint()
  const text = name ?? t('attempts.channel', { id: channel })
  return (
    <ValueFilterModifier field="channel" value={channel}>
      {name ? (
        <Link
          to="/channel/$id"
          params={{ id: channel }}
          aria-label={t('fact.openChannel', { name })}
          {...tip(`${t('attempts.channel', { id: channel })} · ${name} · ${hint}`)}
          className="flex min-h-6 max-w-full items-center hover:underline"
        >
          <EndCut text={text} />
        </Link>
      ) : (
        <EndCut text={text} />
      )}
    </ValueFilterModifier>
  )
}

/** Shows the name of the calling token; a channel test has none. */
export function TokenCell({ log }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const hint = useValueFilterHint()
  const name = log.token_name
  if (!name) return null
  if (isTest(log)) return <span className="text-muted">{t('row.test')}</span>
  return (
    <ValueFilterModifier field="token_name" value={name} chosen={onlyToken(log)}>
      <CopyTag text={name} label={t('row.copyToken', { name })} hint={hint} />
    </ValueFilterModifier>
  )
}

/** Shows the caller and opens the user's details. */
export function UserCell({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('logs')
  const hint = useValueFilterHint()
  const open = () => void openOverlay<void>((close) => <UserDialog id={id} onClose={close} />)
  return (
    <ValueFilterModifier field="username" value={name}>
      <button
        type="button"
        aria-label={t('row.user', { name })}
        {...tip(`${name} · ${hint}`)}
        className="flex min-h-6 max-w-full items-center gap-1.5 hover:underline"
        onClick={open}
      >
        <Avatar name={name} />
        <EndCut text={name} />
      </button>
    </ValueFilterModifier>
  )
}

/** Shows the duration of the call, the time to its first byte, and whether it was streamed. */
export function DurationCell({ log }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const { firstByteMs } = log.facts
  const firstByte = log.is_stream && firstByteMs !== null ? firstByteMs / 1000 : null
  return (
    <span className="flex gap-2 tabular-nums">
      <Level colour={durationColour(log.use_time)} tooltip={t('row.duration')}>
        {log.use_time < 1 ? '<1 s' : `${log.use_time} s`}
      </Level>
      {firstByte !== null && (
        <Level colour={firstByteColour(firstByte)} tooltip={t('row.firstByte')}>
          {formatSeconds(firstByte)}
        </Level>
      )}
      <span className="shrink-0 text-muted">{t(log.is_stream ? 'row.stream' : 'row.whole')}</span>
    </span>
  )
}

/** Shows a number of tokens in short form. */
export function TokensCell({ count }: { count: number }) {
  const short = shortNumber(count)
  return <span {...tip(short === String(count) ? undefined : fullNumber(count))}>{short}</span>
}

/** Shows the channels that were tried, in order. */
export function PathCell({ path }: { path: readonly string[] }) {
  return <EndCut text={path.join('->')} />
}

/**
 * Shows the amount of a row, with a bar relative to the most expensive call on the page. Calls show every
 * unit; other amounts that were typed in cents show cents.
 */
export function CostCell({ log: { type, quota, share } }: { log: Pick<LogRow, 'type' | 'quota' | 'share'> }) {
  const scale = scaleOf(useStatus())
  const isWholeCents = quotaOfAmount(Number(amountText(quota, scale, 2)), scale) === quota
  return (
    <span className="relative block">
      <span
        aria-hidden
        className="absolute -inset-y-0.5 -end-1 z-0 rounded-control in-[dl]:-start-1 in-[dl]:end-auto bg-primary-soft forced-color-adjust-none"
        style={{ width: `calc(${share * 100}% + ${share > 0 ? 4 : 0}px)` }}
      />
      <span className="relative">
        <Money quota={quota} digits={!isCall(type) && isWholeCents ? 2 : 6} />
      </span>
    </span>
  )
}

/** Shows the message of a row: for a call, how it ended when that was abnormal. */
export function ContentCell({ log }: { log: LogRow }) {
  const { t, i18n } = useTranslation('logs')
  const reason = log.facts.endReason
  if (!tellsOfCall(log)) {
    return <EndCut text={messageOf(log, i18n.language)} />
  }
  const unserved = isUnserved(log)
  if (!unserved && (!reason || reason === 'stop')) return <span className="text-muted">{t('row.call')}</span>
  return (
    <span className="flex items-center gap-1">
      <TriangleAlert size={14} aria-hidden className={cx('shrink-0', unserved ? 'text-danger' : 'text-warning')} />
      <EndCut text={messageOf(log, i18n.language) || (reason ? t(`end.${reason}`) : log.content)} />
    </span>
  )
}
