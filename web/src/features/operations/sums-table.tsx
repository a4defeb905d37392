import { useTranslation } from 'react-i18next'
import type { WatchdogReport } from '#contract/api/watchdog.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { Status } from '#web/ui/status.tsx'
import { WideCell, WideHead, WideRow, WideTable } from './wide-table.tsx'

/** What must agree: each sum with its two sides and their difference. */
export function SumsTable({ report }: { report: WatchdogReport }) {
  const { t } = useTranslation('operations')
  return (
    <WideTable
      label={t('sums.title')}
      columns={[
        { name: t('sums.check') },
        { name: t('sums.state') },
        { name: t('sums.rule') },
        { name: t('sums.lookedAt'), number: true },
        { name: t('sums.expected'), number: true },
        { name: t('sums.found'), number: true },
        { name: t('sums.difference'), number: true },
      ]}
    >
      {report.checks.map(({ name, looked_at, wrong, expected, found }) => (
        <WideRow key={name}>
          <WideHead strong>{t(`check.${name}.name`)}</WideHead>
          <WideCell>
            {wrong > 0 ? (
              <Status colour="red">{t('sums.wrong', { count: wrong })}</Status>
            ) : looked_at === 0 ? (
              <Status colour="grey">{t('sums.empty')}</Status>
            ) : (
              <Status colour="green">{t('sums.right')}</Status>
            )}
          </WideCell>
          <WideCell wrap>
            <span className="text-muted text-small">{t(`check.${name}.rule`)}</span>
          </WideCell>
          <WideCell number>{fullNumber(looked_at)}</WideCell>
          <WideCell number>
            <Money quota={expected} digits={6} />
          </WideCell>
          <WideCell number>
            <Money quota={found} digits={6} />
          </WideCell>
          <WideCell number>{found === expected ? '0' : <Money quota={found - expected} digits={6} />}</WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}
