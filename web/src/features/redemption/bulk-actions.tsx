import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { BulkButtons } from '#web/ui/table/selection/bulk-buttons.tsx'
import { codeLines } from './code-texts.ts'
import type { useRedemptionActions } from './redemption-actions.ts'

interface BulkActionsProps {
  codes: readonly Redemption[]
  actions: ReturnType<typeof useRedemptionActions>
  /** Removes codes from the selection. */
  done: (codes: readonly Redemption[]) => void
}

/** Actions on the selected codes. Copied or refused codes stay selected. */
export function RedemptionBulkActions({ codes, actions, done }: BulkActionsProps) {
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
