import { useTranslation } from 'react-i18next'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { useOwnKey } from '#web/features/tokens/use-own-key.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Example calls of one model; those of logged-in users hold their newest key. */
export default function CallDialog({ model, onClose }: { model: string; onClose: () => void }) {
  const { t } = useTranslation('pricing')
  return (
    <Dialog width="wide" title={`${t('detail.call')} · ${model}`} onClose={onClose}>
      <SnippetPanel apiKey={useOwnKey(model)} model={model} />
    </Dialog>
  )
}
