import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CatalogueCard } from '#contract/api/models.ts'
import { baseUrlOf, KEY_PLACEHOLDER } from '#contract/snippets.ts'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { fullKey } from '#web/features/tokens/export-format.ts'
import { newestTokenQuery } from '#web/features/tokens/token-list.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { curlOf } from './curl-of.ts'

/** Example calls of a model; logged-in users can insert their newest key. */
export default function CallCard({ card }: { card: CatalogueCard }) {
  const { t } = useTranslation('models')
  const { data: token } = useQuery({ ...newestTokenQuery, enabled: useUser() !== null })
  const { server_address } = useStatus()
  const [format] = card.formats
  if (!format) return null
  if (card.formats.includes('chat')) {
    return (
      <Card title={t('call.title')}>
        <SnippetPanel apiKey={token ? fullKey(token.key) : undefined} model={card.name} />
      </Card>
    )
  }
  const text = curlOf(format, {
    baseUrl: baseUrlOf(server_address, location.origin),
    key: KEY_PLACEHOLDER,
    model: card.name,
  })
  if (text === undefined) return null
  return (
    <Card title={t('call.title')} action={<CopyButton label={t('call.copy')} text={text} shown="curl" />}>
      <pre
        lang=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card bg-sunken p-3 font-mono text-small leading-5"
      >
        {text}
      </pre>
    </Card>
  )
}
