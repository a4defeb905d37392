import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type EstimateFamily, resetEstimates } from '#contract/api/estimates.ts'
import { SCRIPTS } from '#contract/text-scripts.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { DASH, fixed, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { estimatesQuery } from './queries.ts'

/** Shows by which ratios tokens are estimated, and lets them be reset. */
export function Estimates() {
  const { t } = useTranslation('operations')
  const client = useQueryClient()
  const estimates = useQuery(estimatesQuery)
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
        {(estimates.data?.length ?? 0) > 0 && (
          <Button loading={reset.isPending} onClick={ask}>
            {t('estimates.reset')}
          </Button>
        )}
      </header>
      <Loaded query={estimates} skeleton="h-24">
        {(families) => <EstimatesTable families={families} />}
      </Loaded>
    </>
  )
}

function EstimatesTable({ families }: { families: readonly EstimateFamily[] }) {
  const { t } = useTranslation('operations')
  if (families.length === 0) return <p>{t('estimates.none')}</p>
  const ratioOf = (family: EstimateFamily, script: (typeof SCRIPTS)[number]) => {
    const found = family.ratios.find((ratio) => ratio.script === script)
    if (!found) return DASH
    return (
      <>
        {fixed(found.ratio, 2)}{' '}
        <span className="text-muted text-small">{t('estimates.byDefault', { ratio: fixed(found.by_default, 2) })}</span>
      </>
    )
  }
  return (
    <PlainTable
      label={t('estimates.title')}
      rows={families}
      keyOf={({ name }) => name}
      columns={[
        { name: t('estimates.family'), cell: ({ name }) => name },
        ...SCRIPTS.map((script) => ({
          name: t(`estimates.script.${script}`),
          number: true,
          cell: (family: EstimateFamily) => ratioOf(family, script),
        })),
        {
          name: t('estimates.calls'),
          number: true,
          cell: ({ ratios }) => fullNumber(Math.max(...ratios.map(({ calls }) => calls))),
        },
      ]}
    />
  )
}
