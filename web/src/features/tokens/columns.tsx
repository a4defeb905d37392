import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import History from 'lucide-react/icons/history'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TOKEN_NAME_MAX, type Token } from '#contract/api/tokens.ts'
import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import { fullKey, maskedKey } from '#web/lib/api-key.ts'
import { formatTime } from '#web/lib/format.ts'
import {
  actionsColumn,
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
import { tip } from '#web/ui/tooltip.tsx'
import { ExpiryCell } from './expiry-cell.tsx'
import { LastUseCell } from './last-use.tsx'
import { LimitCell } from './limit-cell.tsx'
import { MonthCell } from './month-cell.tsx'
import { RemainCell } from './quota-cells.tsx'
import { TokenRowActions } from './row-actions.tsx'
import { StatusCell } from './status-cell.tsx'
import type { useTokenActions } from './token-actions.ts'

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
      nameColumn({
        id: 'name',
        header: t('column.name'),
        cell: (token) => (
          <InlineText
            value={token.name}
            label={t('row.rename', { name: token.name })}
            maxLength={TOKEN_NAME_MAX}
            onSave={(name) => actions.rename(token, name)}
          >
            <Link to="/token/edit/$id" params={{ id: token.id }} {...nameLink(token.name)} />
          </InlineText>
        ),
      }),
      statusColumn({
        id: 'status',
        header: t('column.status'),
        width: 180,
        cell: (token) => <StatusCell token={token} />,
      }),
      {
        id: 'key',
        header: t('column.key'),
        priority: 1,
        width: 186,
        card: 'wide',
        cell: (token) => <KeyCell token={token} />,
      },
      ...(withLimits ? [limitColumn(t('column.limit'))] : []),
      moneyColumn({ id: 'used_quota', width: 88, header: t('column.used'), value: (token) => token.used_quota }),
      monthColumn(t('column.month')),
      {
        id: 'remain_quota',
        header: t('column.remain'),
        priority: 1,
        width: 144,
        align: 'end',
        cell: (token) => <RemainCell token={token} />,
      },
      createdColumn(t('column.created')),
      {
        id: 'expired_time',
        header: t('column.expires'),
        priority: 2,
        width: 120,
        cell: (token) => <ExpiryCell at={token.expired_time} />,
      },
      {
        id: 'accessed',
        header: t('column.accessed'),
        priority: 3,
        width: 200,
        cell: (token) => <LastUseCell token={token} />,
      },
      tagsColumn(t('column.tags')),
      textColumn({ id: 'note', header: t('column.note'), hidden: true, priority: 3, value: (token) => token.note }),
      ...accessColumns(t),
      idColumn({ id: 'id', header: 'ID', hidden: true, priority: 3, value: (token) => token.id }),
      actionsColumn({
        header: t('column.actions'),
        width: 104,
        buttons: (token) => <TokenRowActions token={token} actions={actions} />,
      }),
    ]
  }, [t, withLimits])
}

/** What a token may call, and from where. */
const accessColumns = (t: TFunction<'tokens'>): Column<Token>[] => [
  textColumn({
    id: 'models',
    header: t('column.models'),
    hidden: true,
    priority: 3,
    value: (token) => listOf(token.model_limits_enabled ? token.model_limits : '', t('allModels')),
  }),
  textColumn({
    id: 'endpoints',
    header: t('column.endpoints'),
    hidden: true,
    priority: 3,
    value: ({ endpoints }) =>
      endpoints?.map((kind) => t(`endpoint.${kind as EndpointKind}`)).join(', ') ?? t('allEndpoints'),
  }),
  textColumn({
    id: 'ips',
    header: t('column.ips'),
    hidden: true,
    priority: 3,
    value: (token) => listOf(token.allow_ips, t('anyIp')),
  }),
]

const listOf = (text: string, empty: string) => text.split(/[\n,]/).filter(Boolean).join(', ') || empty

const createdColumn = (header: string) =>
  timeColumn<Token>({ id: 'created_time', width: 152, header, value: (token) => token.created_time })

const limitColumn = (header: string): Column<Token> => ({
  id: 'limit',
  header,
  priority: 2,
  width: 164,
  cell: (token) => <LimitCell token={token} />,
})

const tagsColumn = (header: string): Column<Token> => ({
  id: 'tags',
  header,
  priority: 3,
  width: 160,
  cell: ({ tags }) => (
    <span className="flex min-w-0 gap-1">
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  ),
})

const monthColumn = (header: string): Column<Token> => ({
  id: 'month',
  header,
  priority: 2,
  width: 136,
  align: 'end',
  cell: (token) => <MonthCell id={token.id} />,
})

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
