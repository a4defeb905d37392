import { Copy, Power, PowerOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { baseUrlOf } from '#web/features/snippets/snippets.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { exportFormats, exportKeys } from './export-format.ts'
import type { useTokenActions } from './token-actions.ts'

interface BulkActionsProps {
  tokens: readonly Token[]
  actions: ReturnType<typeof useTokenActions>
  /** Clears the choice. */
  done: () => void
}

/** What can be done with the chosen tokens. Copying keeps the choice, everything else ends it. */
export function TokenBulkActions({ tokens, actions, done }: BulkActionsProps) {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  const { server_address } = useStatus()
  const copy = (format: (typeof exportFormats)[number]) =>
    copyText(
      exportKeys(tokens, format, baseUrlOf(server_address, location.origin)),
      t('bulk.copied', { count: tokens.length }),
    )
  const setStatus = async (on: boolean) => {
    done()
    await actions.setStatusOfMany(tokens, on)
  }
  const remove = async () => {
    if (await actions.remove(tokens)) done()
  }
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
      <Button size="small" icon={<Power size={14} aria-hidden />} onClick={() => setStatus(true)}>
        {common('action.enable')}
      </Button>
      <Button size="small" icon={<PowerOff size={14} aria-hidden />} onClick={() => setStatus(false)}>
        {common('action.disable')}
      </Button>
      <Button size="small" icon={<Trash2 size={14} aria-hidden />} className="text-danger" onClick={remove}>
        {common('action.delete')}
      </Button>
    </>
  )
}
