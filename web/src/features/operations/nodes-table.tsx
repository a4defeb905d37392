import { useTranslation } from 'react-i18next'
import type { NodeHealth } from '#contract/api/nodes.ts'
import { fullNumber } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Status } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { byteSize } from './byte-size.ts'
import { isSilent } from './levels.ts'
import { WideCell, WideHead, WideRow, WideTable } from './wide-table.tsx'

/** All nodes of the cluster; the one that answers is marked. */
export function NodesTable({ health: { nodes, node: answering } }: { health: NodeHealth }) {
  const { t } = useTranslation('operations')
  if (nodes.length === 0) return <EmptyState title={t('nodes.none')} />
  return (
    <WideTable
      label={t('nodes.title')}
      columns={[
        { name: t('nodes.node') },
        { name: t('nodes.state') },
        { name: t('nodes.calls'), number: true },
        { name: t('nodes.memory'), number: true },
        { name: t('nodes.version') },
        { name: t('nodes.started') },
      ]}
    >
      {nodes.map((node) => (
        <WideRow key={node.id}>
          <WideHead>
            {node.host} <code className="ml-1 text-muted text-small">{node.id}</code>
          </WideHead>
          <WideCell>
            {node.id === answering.id ? (
              <Status colour="green">{t('nodes.answering')}</Status>
            ) : isSilent(node) ? (
              <Status colour="red">{t('nodes.silent', { minutes: Math.round(node.silent / 60) })}</Status>
            ) : (
              <Status colour="green">{t('nodes.reporting')}</Status>
            )}
          </WideCell>
          <WideCell number>{fullNumber(node.calls)}</WideCell>
          <WideCell number>{byteSize(node.memory)}</WideCell>
          <WideCell>{node.version}</WideCell>
          <WideCell>
            <Time at={node.started_at} />
          </WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}
