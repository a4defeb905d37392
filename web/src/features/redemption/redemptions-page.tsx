import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { DASH } from '#web/lib/format.ts'
import { copyText } from '#web/ui/copy/copy.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Status } from '#web/ui/status.tsx'
import {
  actionsColumn,
  column,
  idColumn,
  moneyColumn,
  nameColumn,
  nameLink,
  statusColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import { BulkButtons, RowButtons, switchIcon, useStatusActions } from '#web/ui/table/row-buttons.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { SecretCell } from '#web/ui/table/secret-cell.tsx'
import { CopyChosen } from '#web/ui/table/selection/copy-selected.tsx'
import { STATE_COLOURS, stateOfCode } from './code-status.ts'
import { codeLines, maskedCode } from './code-texts.ts'
import { useRedemptionActions } from './redemption-actions.ts'
import { redemptionQueries, redemptionsQuery } from './redemption-list.ts'
import { redemptionList, STATUSES } from './redemption-search.ts'

/** The codes that users redeem for balance; the create and edit drawers are child routes. */
export const RedemptionsPage = listPage<Redemption, (typeof redemptionList)['filters']>({
  id: 'redemptions',
  spec: redemptionList,
  useParts: useRedemptionParts,
})

function useRedemptionParts(list: List<(typeof redemptionList)['filters']>) {
  const { t } = useTranslation('redemption')
  const navigate = useNavigate()
  const actions = useRedemptionActions()
  const open = ({ id }: Redemption) => void navigate({ to: '/redemption/edit/$id', params: { id }, search: true })
  return {
    title: t('title'),
    add: { to: '/redemption/add' as const, label: t('add') },
    query: useQuery(redemptionsQuery(list.state)),
    columns: useRedemptionColumns(actions),
    // The id is included, since codes created together share their name.
    nameOf: ({ name, id }: Redemption) => `${name} (${id})`,
    filters: [
      {
        name: 'keyword',
        label: t('filter.keyword'),
        placeholder: t('filter.keywordHint'),
        hint: t('filter.keywordCode'),
      },
      {
        name: 'status',
        label: t('column.status'),
        options: STATUSES.map((status) => ({ value: status, label: t(`status.${stateOfCode({ status })}`) })),
      },
    ],
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    muted: (code: Redemption) => stateOfCode(code) !== 'unused',
    extra: (codes: readonly Redemption[]) =>
      codes.length === 0 && <CopyChosen label={t('bulk.copy')} reason={t('bulk.none')} />,
    bulk: (codes: readonly Redemption[], done: (codes: readonly Redemption[]) => void) => (
      <RedemptionBulkActions {...{ codes, actions, done }} />
    ),
    loadAll: () => redemptionQueries.all(list.state),
    onOpen: open,
    onEdit: open,
  }
}

interface BulkActionsProps {
  codes: readonly Redemption[]
  actions: ReturnType<typeof useRedemptionActions>
  /** Removes codes from the selection. */
  done: (codes: readonly Redemption[]) => void
}

/** Actions on the selected codes. Copied or refused codes stay selected. */
function RedemptionBulkActions({ codes, actions, done }: BulkActionsProps) {
  const { t } = useTranslation('redemption')
  const copy = {
    label: t('bulk.copy'),
    icon: Copy,
    async run() {
      await copyText(codeLines(codes), t('bulk.copied', { count: codes.length }))
      return []
    },
  }
  return <BulkButtons rows={codes} done={done} actions={[copy, ...useStatusActions(actions)]} />
}

/** Returns the columns of the list of redemption codes, localised. */
function useRedemptionColumns(actions: ReturnType<typeof useRedemptionActions>): readonly Column<Redemption>[] {
  const { t } = useTranslation('redemption')
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      idColumn('id', 'ID', (code) => code.id, { width: 64, pin: 'start' }),
      nameColumn(
        'name',
        t('column.name'),
        (code) => <Link to="/redemption/edit/$id" params={{ id: code.id }} {...nameLink(code.name)} />,
        { grow: true, width: 160 },
      ),
      statusColumn('status', t('column.status'), (code) => <StatusCell code={code} />),
      column('key', t('column.code'), 168, (code) => <CodeCell code={code} />, { priority: 1, card: 'wide' }),
      moneyColumn('quota', t('column.quota'), (code) => code.quota, { priority: 1, width: 88 }),
      timeColumn('created_time', t('column.created'), (code) => code.created_time, { width: 144 }),
      timeColumn('redeemed_time', t('column.redeemed'), (code) => code.redeemed_time, { width: 144 }),
      column('used_user_id', t('column.redeemer'), 116, ({ used_user_id: id, used_username: user }) =>
        user ? (
          <ObjectLink kind="user" id={id}>
            {user}
          </ObjectLink>
        ) : (
          DASH
        ),
      ),
      idColumn('user_id', t('column.maker'), (code) => code.user_id, { width: 96, hidden: true }),
      actionsColumn(t('column.actions'), 104, (code) => <RedemptionRowActions code={code} actions={actions} />),
    ],
    [t],
  )
}

interface RowActionsProps {
  code: Redemption
  actions: ReturnType<typeof useRedemptionActions>
}

/** A code's buttons: enable or disable, edit, delete. */
function RedemptionRowActions({ code, actions }: RowActionsProps) {
  const { t } = useTranslation('redemption')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const { id, name } = code
  const state = stateOfCode(code)
  const off = state === 'disabled'
  return (
    <RowButtons
      of={[
        {
          label: `${common(off ? 'action.enable' : 'action.disable')} ${name} (${id})`,
          icon: switchIcon(!off),
          hidden: state === 'used',
          run: () => actions.setStatus(code, off),
        },
        {
          label: t('row.edit', { name, id }),
          icon: Pencil,
          hidden: state !== 'unused',
          run: () => navigate({ to: '/redemption/edit/$id', params: { id }, search: true }),
        },
        { label: t('row.delete', { name, id }), icon: Trash2, run: () => actions.remove([code]) },
      ]}
    />
  )
}

/** Shows whether the code can be redeemed. */
function StatusCell({ code }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const state = stateOfCode(code)
  return <Status colour={STATE_COLOURS[state]}>{t(`status.${state}`)}</Status>
}

/** Shows the code. */
function CodeCell({ code: { id, name, key } }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const row = { name, id }
  const labels = { show: t('row.view', row), hide: t('row.hide', row), copy: t('row.copy', row) }
  return <SecretCell secret={key} masked={maskedCode(key)} labels={labels} />
}
