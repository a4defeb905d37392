import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { BulkButtons } from '#web/ui/table/selection/bulk-buttons.tsx'
import { CopyChosen } from '#web/ui/table/selection/copy-selected.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { stateOfCode } from './code-status.ts'
import { codeLines } from './code-texts.ts'
import { useRedemptionColumns } from './columns.tsx'
import { useRedemptionActions } from './redemption-actions.ts'
import { redemptionQueries, redemptionsQuery } from './redemption-list.ts'
import { redemptionList, STATUSES } from './redemption-search.ts'
import { useWhyNotEdit } from './why-not-edit.ts'

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
  const whyNotEdit = useWhyNotEdit()
  const edit = (code: Redemption) => {
    const reason = whyNotEdit(code)
    if (reason) return toast.info(reason)
    void navigate({ to: '/redemption/edit/$id', params: { id: code.id }, search: true })
  }
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
    onOpen: edit,
    onEdit: edit,
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
  return (
    <>
      <Button
        size="small"
        icon={<Copy size={14} aria-hidden />}
        onClick={() => void copyText(codeLines(codes), t('bulk.copied', { count: codes.length }))}
      >
        {t('bulk.copy')}
      </Button>
      <BulkButtons {...{ rows: codes, actions, done }} />
    </>
  )
}
