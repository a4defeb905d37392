import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { fullKey } from './export-format.ts'
import { modelsQuery } from './token-list.ts'

export const FALLBACK_MODEL = 'gpt-4o-mini'

/** Example calls with a token. */
export default function SnippetDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  return (
    <Dialog width="wide" title={`${t('row.snippets')} · ${token.name}`} onClose={onClose}>
      <SnippetPanel apiKey={fullKey(token.key)} model={useExampleModel(token)} />
    </Dialog>
  )
}

/** Returns a model that the token can call: from its own list, else from the user's models. */
export function useExampleModel(token: Token): string {
  const { data: models = [] } = useQuery(modelsQuery)
  const limited = token.model_limits_enabled ? token.model_limits.split(',').filter(Boolean) : []
  return limited[0] ?? models.find((model) => model === FALLBACK_MODEL) ?? models[0] ?? FALLBACK_MODEL
}
