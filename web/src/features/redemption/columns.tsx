import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import {
  actionsColumn,
  EndCut,
  idColumn,
  moneyColumn,
  nameColumn,
  nameLink,
  statusColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { CodeCell, RedeemerCell, StatusCell } from './cells.tsx'
import { stateOfCode } from './code-status.ts'
import type { useRedemptionActions } from './redemption-actions.ts'
import { RedemptionRowActions } from './row-actions.tsx'

/** Returns the columns of the list of redemption codes, localised. */
export function useRedemptionColumns(actions: ReturnType<typeof useRedemptionActions>): readonly Column<Redemption>[] {
  const { t } = useTranslation('redemption')
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      idColumn({ id: 'id', header: 'ID', width: 64, pin: 'start', value: (code) => code.id }),
      nameColumn({
        id: 'name',
        header: t('column.name'),
        grow: true,
        cell: (code) =>
          stateOfCode(code) === 'unused' ? (
            <Link to="/redemption/edit/$id" params={{ id: code.id }} {...nameLink(code.name)} />
          ) : (
            <EndCut text={code.name} />
          ),
      }),
      statusColumn({ id: 'status', header: t('column.status'), cell: (code) => <StatusCell code={code} /> }),
      {
        id: 'key',
        header: t('column.code'),
        priority: 1,
        width: 180,
        card: 'wide',
        cell: (code) => <CodeCell code={code} />,
      },
      moneyColumn({ id: 'quota', header: t('column.quota'), priority: 1, value: (code) => code.quota }),
      timeColumn({ id: 'created_time', header: t('column.created'), width: 152, value: (code) => code.created_time }),
      timeColumn({
        id: 'redeemed_time',
        header: t('column.redeemed'),
        width: 152,
        value: (code) => code.redeemed_time,
      }),
      {
        id: 'used_user_id',
        header: t('column.redeemer'),
        priority: 2,
        width: 112,
        cell: (code) => <RedeemerCell id={code.used_user_id} />,
      },
      idColumn({ id: 'user_id', header: t('column.maker'), width: 96, hidden: true, value: (code) => code.user_id }),
      actionsColumn({
        header: t('column.actions'),
        width: 104,
        buttons: (code) => <RedemptionRowActions code={code} actions={actions} />,
      }),
    ],
    [t],
  )
}
