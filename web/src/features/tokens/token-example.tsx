import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { fullKey } from '#web/lib/api-key.ts'
import { useExampleModel } from './use-example-model.ts'

/** Example calls with a token, on its page. */
export default function TokenExample({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  return (
    <section className="mt-4 border-line border-t pt-3">
      <h3 className="mb-1">{t('row.snippets')}</h3>
      <SnippetPanel apiKey={fullKey(token.key)} model={useExampleModel(token)} />
    </section>
  )
}
