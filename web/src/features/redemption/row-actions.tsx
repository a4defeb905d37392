import { useNavigate } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Power from 'lucide-react/icons/power'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { RowButtons } from '#web/ui/table/row-buttons.tsx'
import { stateOfCode } from './code-status.ts'
import type { useRedemptionActions } from './redemption-actions.ts'
import { useWhyNotEdit } from './why-not-edit.ts'

interface RowActionsProps {
  code: Redemption
  actions: ReturnType<typeof useRedemptionActions>
}

/** A code's buttons: enable or disable, edit, delete. A disabled button of a used code states the reason. */
export function RedemptionRowActions({ code, actions }: RowActionsProps) {
  const { t } = useTranslation('redemption')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const whyNotEdit = useWhyNotEdit()
  const { id, name } = code
  const state = stateOfCode(code)
  const off = state === 'disabled'
  return (
    <RowButtons
      of={[
        {
          label: `${common(off ? 'action.enable' : 'action.disable')} ${name} (${id})`,
          icon: Power,
          disabledReason: state === 'used' && t('used'),
          run: () => actions.setStatus(code, off),
        },
        {
          label: t('row.edit', { name, id }),
          icon: Pencil,
          disabledReason: whyNotEdit(code),
          run: () => navigate({ to: '/redemption/edit/$id', params: { id }, search: true }),
        },
        { label: t('row.delete', { name, id }), icon: Trash2, run: () => actions.remove([code]) },
      ]}
    />
  )
}
