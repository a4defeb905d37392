import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { baseUrlOf } from '#contract/snippets.ts'
import { FirstRequest } from '#web/features/snippets/first-request.tsx'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { fullKey, maskedKey } from '#web/lib/api-key.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, copyText } from '#web/ui/copy/copy.tsx'
import { FormLayout } from '#web/ui/form/form-layout.tsx'
import { exportKeys } from './export-format.ts'
import { useExampleModel } from './use-example-model.ts'

interface ReadyPanelProps {
  /** At least one. */
  tokens: readonly Token[]
  onDone: () => void
  onAnother: () => void
}

/** Shown after creation: the keys, the base URL, and a first call to copy. */
export default function ReadyPanel({ tokens, onDone, onAnother }: ReadyPanelProps) {
  const { t } = useTranslation('tokens')
  const { t: words } = useTranslation('snippets')
  const { server_address } = useStatus()
  const first = tokens[0]!
  const model = useExampleModel(first)
  const baseUrl = baseUrlOf(server_address, location.origin)
  const copyAll = () => copyText(exportKeys(tokens, 'lines', baseUrl), t('bulk.copied', { count: tokens.length }))
  return (
    <FormLayout
      footer={
        <>
          <Button onClick={onAnother}>{t('ready.another')}</Button>
          <Button variant="primary" onClick={onDone}>
            {t('ready.done')}
          </Button>
        </>
      }
    >
      <Banner tone="success" role="status">
        {t('created', { count: tokens.length })}
      </Banner>
      <section aria-label={words('key')}>
        <ul className="max-h-64 overflow-y-auto surface">
          {tokens.map(({ id, name, key }) => (
            <li key={id} className="flex items-center gap-3 border-line border-t ps-3 pe-1 first:border-t-0">
              <span className="w-1/3 truncate">{name}</span>
              <code lang="" className="min-w-0 flex-1 truncate text-small select-all">
                {fullKey(key)}
              </code>
              <CopyButton label={t('row.copy', { name })} text={fullKey(key)} shown={maskedKey(key)} />
            </li>
          ))}
        </ul>
        {tokens.length > 1 && (
          <Button size="small" className="mt-2" icon={<Copy size={14} aria-hidden />} onClick={copyAll}>
            {t('ready.copyAll')}
          </Button>
        )}
      </section>
      <div>
        <p className="mb-1">{words('baseUrl')}</p>
        <p className="flex items-center justify-between surface ps-3 pe-1">
          <code lang="" className="truncate text-small select-all">
            {baseUrl}
          </code>
          <CopyButton label={words('copyBaseUrl')} text={baseUrl} shown={baseUrl} />
        </p>
      </div>
      <div>
        <SnippetPanel apiKey={fullKey(first.key)} model={model} />
        <FirstRequest scope="own" token={first} />
      </div>
    </FormLayout>
  )
}
