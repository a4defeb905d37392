import { useNavigate } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Power from 'lucide-react/icons/power'
import Trash2 from 'lucide-react/icons/trash'
import type { Redemption } from '#contract/api/redemption.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { stateOfCode } from './code-status.ts'
import type { useRedemptionActions } from './redemption-actions.ts'
import { useWhyNotEdit } from './why-not-edit.ts'

const QUIET =
  'text-muted! hover:text-text! aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-40'

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
    <>
      <IconButton
        size="small"
        label={`${common(off ? 'action.enable' : 'action.disable')} ${name} (${id})`}
        icon={<Power size={15} aria-hidden />}
        className={QUIET}
        disabledReason={state === 'used' && t('used')}
        onClick={() => actions.setStatus(code, off)}
      />
      <IconButton
        size="small"
        label={t('row.edit', { name, id })}
        icon={<Pencil size={15} aria-hidden />}
        className={QUIET}
        disabledReason={whyNotEdit(code)}
        onClick={() => void navigate({ to: '/redemption/edit/$id', params: { id }, search: true })}
      />
      <IconButton
        size="small"
        label={t('row.delete', { name, id })}
        icon={<Trash2 size={15} aria-hidden />}
        className={QUIET}
        onClick={() => void actions.remove([code])}
      />
    </>
  )
}
