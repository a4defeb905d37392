import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import History from 'lucide-react/icons/history'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TOKEN_NAME_MAX, type Token } from '#contract/api/tokens.ts'
import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import { tightestLimit, usedShare } from '#contract/limits.ts'
import { fullKey, maskedKey } from '#web/lib/api-key.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatQuota, formatTime, fullNumber, type QuotaDisplay, unitsPerAmount } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import {
  actionsColumn,
  column,
  EndCut,
  idColumn,
  moneyColumn,
  nameColumn,
  nameLink,
  statusColumn,
  textColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { InlineText } from '#web/ui/table/editing/inline-text.tsx'
import { SecretCell } from '#web/ui/table/secret-cell.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tip, tipIfCut } from '#web/ui/tooltip.tsx'
import { ExpiryCell } from './expiry-cell.tsx'
import { LastUseCell } from './last-use.tsx'
import { RemainCell } from './quota-cells.tsx'
import { TokenRowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'
import type { useTokenActions } from './token-actions.ts'
import { TokenUsages } from './token-usage.ts'

/** Returns the columns of the token list, localised. */
export function useTokenColumns(
  actions: ReturnType<typeof useTokenActions>,
  { withLimits }: { withLimits: boolean },
): readonly Column<Token>[] {
  const { t } = useTranslation('tokens')
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    return [
      nameColumn('name', t('column.name'), (token) => (
        <InlineText
          value={token.name}
          label={t('row.rename', { name: token.name })}
          maxLength={TOKEN_NAME_MAX}
          onSave={(name) => actions.rename(token, name)}
        >
          <Link to="/token/edit/$id" params={{ id: token.id }} {...nameLink(token.name)} />
        </InlineText>
      )),
      statusColumn('status', t('column.status'), (token) => <StatusCell token={token} />, { width: 180, most: 264 }),
      column('key', t('column.key'), 186, (token) => <KeyCell token={token} />, { priority: 1, card: 'wide' }),
      ...(withLimits ? [limitColumn(t('column.limit'))] : []),
      moneyColumn('used_quota', t('column.used'), (token) => token.used_quota, { width: 88 }),
      monthColumn(t('column.month')),
      column('remain_quota', t('column.remain'), 144, (token) => <RemainCell token={token} />, {
        priority: 1,
        align: 'end',
      }),
      createdColumn(t('column.created')),
      column('expired_time', t('column.expires'), 120, (token) => <ExpiryCell at={token.expired_time} />),
      column('accessed', t('column.accessed'), 200, (token) => <LastUseCell token={token} />, { priority: 3 }),
      tagsColumn(t('column.tags')),
      column('note', t('column.note'), 180, ({ note }) => note && <EndCut text={note} />, {
        hidden: true,
        priority: 3,
      }),
      ...accessColumns(t),
      idColumn('id', 'ID', (token) => token.id, { hidden: true, priority: 3 }),
      actionsColumn(t('column.actions'), 104, (token) => <TokenRowActions token={token} actions={actions} />),
    ]
  }, [t, withLimits])
}

/** What a token may call, and from where. */
const accessColumns = (t: TFunction<'tokens'>): Column<Token>[] => [
  textColumn(
    'models',
    t('column.models'),
    (token) => listOf(token.model_limits_enabled ? token.model_limits : '', t('allModels')),
    { hidden: true, priority: 3 },
  ),
  textColumn(
    'endpoints',
    t('column.endpoints'),
    ({ endpoints }) => endpoints?.map((kind) => t(`endpoint.${kind as EndpointKind}`)).join(', ') ?? t('allEndpoints'),
    { hidden: true, priority: 3 },
  ),
  textColumn('ips', t('column.ips'), (token) => listOf(token.allow_ips, t('anyIp')), { hidden: true, priority: 3 }),
]

const listOf = (text: string, empty: string) => text.split(/[\n,]/).filter(Boolean).join(', ') || empty

const createdColumn = (header: string) =>
  timeColumn<Token>('created_time', header, (token) => token.created_time, { width: 152 })

const limitColumn = (header: string): Column<Token> =>
  column('limit', header, 164, (token) => <LimitCell token={token} />)

const tagsColumn = (header: string): Column<Token> =>
  column(
    'tags',
    header,
    160,
    ({ tags }) =>
      tags.length > 0 && (
        <span className="flex min-w-0 gap-1">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
    { priority: 3 },
  )

const monthColumn = (header: string): Column<Token> =>
  column('month', header, 136, (token) => <MonthCell id={token.id} />, { align: 'end' })

/** Shows the token's key. */
function KeyCell({ token: { name, key, former_key_until: until } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const labels = { show: t('row.view', { name }), hide: t('row.hide', { name }), copy: t('row.copy', { name }) }
  const note = until > Date.now() / 1000 ? t('row.former', { time: formatTime(until) }) : ''
  return (
    <span className="flex items-center gap-1">
      <SecretCell secret={fullKey(key)} masked={maskedKey(key)} labels={labels} />
      {note && (
        <span className="shrink-0 text-warning" {...tip(note)}>
          <History size={14} aria-hidden />
          <span className="sr-only">{note}</span>
        </span>
      )}
    </span>
  )
}

/** What a token has used this month, and the course of the last 30 days. */
function MonthCell({ id }: { id: number }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const usage = useContext(TokenUsages)?.get(id)
  if (!usage) return null
  const all = usage.days.reduce((sum, quota) => sum + quota, 0)
  if (all === 0 && usage.month === 0) return <span className="text-faint">{DASH}</span>
  const month = formatQuota(usage.month, status, digitsFor(usage.month, status))
  const days = formatQuota(all, status, digitsFor(all, status))
  return (
    <span className="inline-flex items-center gap-2" {...tip(t('month.hint', { month, days }))}>
      <Sparkline values={usage.days} colour="text-primary" size="cell" />
      <span className="whitespace-nowrap tabular-nums">{month}</span>
    </span>
  )
}

/** Sums below a cent are zero with two digits. */
const digitsFor = (quota: number, display: QuotaDisplay) => (quota > 0 && quota < unitsPerAmount(display) / 100 ? 6 : 2)

/** Share of a limit from which it is marked. */
const NEARLY_USED = 0.8

/** The limit of a token of which the most is used: `58 of 60 calls this minute`. */
function LimitCell({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const tightest = tightestLimit(token.limits_now)
  if (!tightest) return <span className="text-muted">{DASH}</span>
  const { measure, use } = tightest
  const show = (amount: number) => (measure === 'budget' ? formatQuota(amount, status) : fullNumber(amount))
  const amounts = { used: show(use.used), limit: show(use.limit) }
  const text =
    measure === 'budget' ? t(`limit.${use.window}`, amounts) : t(`limit.${measure}`, { count: use.limit, ...amounts })
  return (
    <span
      className={cx(
        'block min-w-0 truncate text-small tabular-nums',
        usedShare(use) >= NEARLY_USED && 'font-strong text-warning',
      )}
      {...tipIfCut(text)}
    >
      {text}
    </span>
  )
}
