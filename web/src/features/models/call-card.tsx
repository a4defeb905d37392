import { useTranslation } from 'react-i18next'
import type { CatalogueCard } from '#contract/api/models.ts'
import { baseUrlOf, KEY_PLACEHOLDER } from '#contract/snippets.ts'
import { CodeWithKey } from '#web/features/snippets/code-with-key.tsx'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { useOwnKey } from '#web/features/tokens/use-own-key.ts'
import { useStatus } from '#web/lib/status.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { curlOf } from './curl-of.ts'

/** Example calls of a model; those of logged-in users hold a key of theirs. */
export default function CallCard({ card }: { card: CatalogueCard }) {
  const { t } = useTranslation('models')
  const apiKey = useOwnKey(card.name)
  const { server_address } = useStatus()
  const [format] = card.formats
  if (!format) return null
  if (card.formats.includes('chat')) {
    return (
      <Card title={t('call.title')}>
        <SnippetPanel apiKey={apiKey} model={card.name} />
      </Card>
    )
  }
  const baseUrl = baseUrlOf(server_address, location.origin)
  const text = (key: string) => curlOf(format, { baseUrl, key, model: card.name }) ?? ''
  const whole = text(apiKey ?? KEY_PLACEHOLDER)
  if (!whole) return null
  return (
    <Card title={t('call.title')} action={<CopyButton label={t('call.copy')} text={whole} shown="curl" />}>
      <CodeWithKey text={text} apiKey={apiKey} />
    </Card>
  )
}
