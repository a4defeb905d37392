import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type EstimateFamily, resetEstimates } from '#contract/api/estimates.ts'
import { SCRIPTS } from '#contract/text-scripts.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { estimatesQuery } from './queries.ts'
import { WideCell, WideHead, WideRow, WideTable } from './wide-table.tsx'

/** Shows by which ratios tokens are estimated, and lets them be reset. */
export function Estimates() {
  const { t } = useTranslation('operations')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(estimatesQuery)
  const reset = useMutation({
    mutationFn: () => call(resetEstimates, {}),
    onSuccess: () => {
      void refresh(client, { queryKey: estimatesQuery.queryKey })
      toast.success(t('estimates.done'))
    },
  })
  const ask = async () => {
    const question = { title: t('estimates.ask'), description: t('estimates.text'), action: t('estimates.reset') }
    if (await confirm(question)) reset.mutate()
  }
  return (
    <>
      <header className="mt-2 flex items-start justify-between gap-3">
        <div>
          <h2 className="text-lead">{t('estimates.title')}</h2>
          <p className="text-muted text-small">{t('estimates.hint')}</p>
        </div>
        {data && data.length > 0 && (
          <Button loading={reset.isPending} onClick={ask}>
            {t('estimates.reset')}
          </Button>
        )}
      </header>
      {data ? (
        <EstimatesTable families={data} />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </>
  )
}

function EstimatesTable({ families }: { families: readonly EstimateFamily[] }) {
  const { t } = useTranslation('operations')
  if (families.length === 0) return <EmptyState title={t('estimates.none')} />
  return (
    <WideTable
      label={t('estimates.title')}
      columns={[
        { name: t('estimates.family') },
        ...SCRIPTS.map((script) => ({ name: t(`estimates.script.${script}`), number: true })),
        { name: t('estimates.calls'), number: true },
      ]}
    >
      {families.map(({ name, ratios }) => (
        <WideRow key={name}>
          <WideHead>{name}</WideHead>
          {ratios.map(({ script, ratio, by_default }) => (
            <WideCell key={script} number>
              {ratio.toFixed(2)}{' '}
              <span className="text-muted text-small">
                {t('estimates.byDefault', { ratio: by_default.toFixed(2) })}
              </span>
            </WideCell>
          ))}
          <WideCell number>{fullNumber(Math.max(...ratios.map(({ calls }) => calls)))}</WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}
