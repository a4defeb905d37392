import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Movement } from '#contract/api/topup.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Kind } from '#web/ui/status.tsx'
import { column, EndCut, nameColumn, statusColumn, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { isOrderStatus, OrderStatusTag } from './order-status.tsx'
import { historyQuery } from './queries.ts'
import { historyList } from './wallet-search.ts'

const KINDS: Record<number, { text: 'kind.topup' | 'kind.manage' | 'kind.system'; colour: TagColour }> = {
  [LOG_TYPE.topup]: { text: 'kind.topup', colour: 'cyan' },
  [LOG_TYPE.manage]: { text: 'kind.manage', colour: 'orange' },
  [LOG_TYPE.system]: { text: 'kind.system', colour: 'purple' },
}
/** The changes of the balance, except by calls. */
export const HistoryList = listPage<Movement, (typeof historyList)['filters']>({
  id: 'wallet-history',
  spec: historyList,
  idOf: ({ kind, id }) => `${kind}-${id}`,
  embedded: true,
  useParts: useHistoryParts,
})

function useHistoryParts(list: List<(typeof historyList)['filters']>) {
  const { t } = useTranslation('wallet')
  return {
    title: t('lists.history'),
    query: useQuery(historyQuery(list.state)),
    columns: useColumns(),
    nameOf: ({ content }: Movement) => content,
    empty: { title: t('history.empty'), hint: t('history.emptyHint') },
  }
}

function useColumns(): readonly Column<Movement>[] {
  const { t, i18n } = useTranslation('wallet')
  return useMemo(() => {
    const contentOf = ({ kind, content, words }: Movement) => {
      if (kind === 'order') return t('history.order', { no: content })
      return (i18n.language === 'zh' ? words?.zh : words?.en) ?? content
    }
    return [
      nameColumn(
        'content',
        t('history.content'),
        (row) => (
          <span className="flex max-sm:whitespace-normal">
            <EndCut text={contentOf(row)} />
          </span>
        ),
        { width: 360, grow: true },
      ),
      statusColumn('kind', t('history.kind'), ({ type, status }) => {
        if (isOrderStatus(status)) return <OrderStatusTag status={status} />
        const kind = KINDS[type]
        return kind ? <Kind colour={kind.colour}>{t(kind.text)}</Kind> : null
      }),
      column('quota', t('history.quota'), 120, ({ quota }) => <Change quota={quota} />, { priority: 1, align: 'end' }),
      timeColumn('created_at', t('history.time'), (row) => row.created_at, { priority: 1 }),
    ]
  }, [t, i18n.language])
}

/** The change of the balance; rows with text only have no amount. */
function Change({ quota }: { quota: number }) {
  const status = useStatus()
  if (quota === 0) return null
  const sign = quota > 0 ? '+' : ''
  return (
    <span className={quota > 0 ? 'text-success tabular-nums' : 'text-danger tabular-nums'}>
      {sign}
      {formatQuota(quota, status)}
    </span>
  )
}
