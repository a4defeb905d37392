import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { fullKey } from '#web/features/tokens/export-format.ts'
import { newestTokenQuery } from '#web/features/tokens/token-list.ts'
import { useUser } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Example calls of one model; logged-in users can insert their newest key. */
export default function CallDialog({ model, onClose }: { model: string; onClose: () => void }) {
  const { t } = useTranslation('pricing')
  const { data: token } = useQuery({ ...newestTokenQuery, enabled: useUser() !== null })
  return (
    <Dialog width="wide" title={`${t('detail.call')} · ${model}`} onClose={onClose}>
      <SnippetPanel apiKey={token ? fullKey(token.key) : undefined} model={model} />
    </Dialog>
  )
}
