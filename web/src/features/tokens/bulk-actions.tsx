import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { baseUrlOf } from '#contract/snippets.ts'
import { BulkLimitsButton } from '#web/features/limits/bulk-limits-button.tsx'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { BulkButtons } from '#web/ui/table/selection/bulk-buttons.tsx'
import { exportFormats, exportKeys } from './export-format.ts'
import type { useTokenActions } from './token-actions.ts'

interface BulkActionsProps {
  tokens: readonly Token[]
  actions: ReturnType<typeof useTokenActions>
  /** Removes tokens from the selection. */
  done: (tokens: readonly Token[]) => void
}

/** Actions on the selected tokens. Copied or refused tokens stay selected. */
export function TokenBulkActions({ tokens, actions, done }: BulkActionsProps) {
  const { t } = useTranslation('tokens')
  const { server_address } = useStatus()
  const copy = (format: (typeof exportFormats)[number]) =>
    copyText(
      exportKeys(tokens, format, baseUrlOf(server_address, location.origin)),
      t('bulk.copied', { count: tokens.length }),
    )
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="small" icon={<Copy size={14} aria-hidden />}>
            {t('bulk.copy')}
          </Button>
        }
        entries={() => exportFormats.map((format) => ({ label: t(`bulk.${format}`), run: () => void copy(format) }))}
      />
      <BulkLimitsButton
        names={tokens.map(({ name }) => name)}
        apply={async (change) => done(await actions.setLimits(tokens, change))}
      />
      <BulkButtons {...{ rows: tokens, actions, done }} />
    </>
  )
}
