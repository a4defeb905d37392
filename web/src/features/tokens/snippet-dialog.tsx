import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { fullKey } from '#web/lib/api-key.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useExampleModel } from './use-example-model.ts'

/** Example calls with a token. */
export default function SnippetDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  return (
    <Dialog width="wide" title={`${t('row.snippets')} · ${token.name}`} onClose={onClose}>
      <SnippetPanel apiKey={fullKey(token.key)} model={useExampleModel(token)} />
    </Dialog>
  )
}
