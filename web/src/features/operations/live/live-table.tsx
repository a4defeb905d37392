import { useTranslation } from 'react-i18next'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Cards } from '#web/ui/table/cards.tsx'
import { type Column, noChoice } from '#web/ui/table/columns/columns.ts'
import { WideCell, WideRow, WideTable } from '../wide-table.tsx'
import { CallerCell, CostCell, type Follow, ModelCell, PhaseCell, StopButton, TokensCell } from './live-cells.tsx'
import type { ListedCall } from './live-query.ts'

interface LiveTableProps {
  calls: readonly ListedCall[]
  severalNodes: boolean
  onFollow: Follow
}

/** Calls in progress, the oldest first: rows of a table, or cards on phones. */
export const LiveTable = (props: LiveTableProps) =>
  useMedia(MEDIA.phone) ? <LiveCards {...props} /> : <LiveRows {...props} />

function LiveRows({ calls, severalNodes, onFollow }: LiveTableProps) {
  const { t } = useTranslation('operations')
  return (
    <WideTable
      label={t('live.title')}
      columns={[
        { name: t('live.caller') },
        { name: t('live.model') },
        { name: t('live.phase') },
        { name: t('live.tokens'), number: true },
        { name: t('live.cost'), number: true },
        { name: t('live.stop'), number: true },
      ]}
    >
      {calls.map((call) => (
        <WideRow key={call.id}>
          <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
            <CallerCell call={call} onFollow={onFollow} />
          </th>
          <WideCell>
            <ModelCell call={call} />
          </WideCell>
          <WideCell>
            <PhaseCell call={call} severalNodes={severalNodes} />
          </WideCell>
          <WideCell number>
            <TokensCell call={call} />
          </WideCell>
          <WideCell number>
            <CostCell call={call} />
          </WideCell>
          <WideCell number>
            <StopButton call={call} />
          </WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}

function LiveCards({ calls, severalNodes, onFollow }: LiveTableProps) {
  const { t } = useTranslation('operations')
  const shared = { priority: 1, width: 0 } as const
  const columns: Column<ListedCall>[] = [
    { ...shared, id: 'model', header: t('live.model'), card: 'title', cell: (call) => <ModelCell call={call} /> },
    {
      ...{ ...shared, id: 'phase', header: t('live.phase') },
      cell: (call) => (
        <div className="whitespace-normal">
          <PhaseCell call={call} severalNodes={severalNodes} />
        </div>
      ),
    },
    {
      ...{ ...shared, id: 'caller', header: t('live.caller') },
      cell: (call) => <CallerCell call={call} onFollow={onFollow} />,
    },
    { ...shared, id: 'tokens', header: t('live.tokens'), cell: (call) => <TokensCell call={call} /> },
    { ...shared, id: 'cost', header: t('live.cost'), cell: (call) => <CostCell call={call} /> },
    { ...shared, id: 'stop', header: t('live.stop'), card: 'actions', cell: (call) => <StopButton call={call} /> },
  ]
  return (
    <Cards
      caption={t('live.title')}
      columns={columns}
      choice={noChoice}
      rows={calls}
      idOf={(call) => call.id}
      actions={{ name: (call) => call.id }}
      stale={false}
    />
  )
}
