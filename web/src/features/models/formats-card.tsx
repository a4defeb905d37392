import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CatalogueCard } from '#contract/api/models.ts'
import { Card } from '#web/ui/card.tsx'

/** The formats in which a model is called, each with its parameters. */
export function FormatsCard({ card }: { card: CatalogueCard }) {
  const { t } = useTranslation('models')
  const { formats_in_detail: formats, reasoning_efforts: efforts } = card
  if (formats.length === 0) return null
  return (
    <Card title={t('formats.title')}>
      <p className="text-muted text-small">
        {t('formats.hint')}{' '}
        <Link to="/docs/$page" params={{ page: 'formats' }} className="text-primary underline">
          {t('formats.docs')}
        </Link>
      </p>
      <ul className="flex flex-col">
        {formats.map(({ format, path, parameters }, place) => (
          <li key={format} className="border-line border-t first:border-t-0">
            <details open={place === 0}>
              <summary className="flex flex-wrap items-baseline gap-x-3 py-1.5">
                <span className="font-strong">{t(`formats.format.${format}`)}</span>
                <code className="min-w-0 break-all font-mono text-muted text-small">{path}</code>
              </summary>
              <p className="flex flex-wrap gap-1.5 pb-3">
                {parameters.length === 0 && <span className="text-muted text-small">{t('formats.none')}</span>}
                {parameters.map((name) => (
                  <code key={name} className="rounded-control bg-hover px-1.5 font-mono text-small leading-5">
                    {name}
                  </code>
                ))}
              </p>
            </details>
          </li>
        ))}
      </ul>
      {efforts && efforts.length > 0 && (
        <p className="text-muted text-small">{t('formats.efforts', { values: efforts.join(', ') })}</p>
      )}
    </Card>
  )
}
