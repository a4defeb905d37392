import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsQuery } from '#web/features/tokens/token-list.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Tag } from '#web/ui/tag.tsx'

/** A search field is shown from this number of models on. */
const SEARCH_FROM = 8

/** Lists the models that the user's group can call. Pressing a model copies its name. */
export function ModelsCard() {
  const { t } = useTranslation('personal')
  const [typed, setTyped] = useState('')
  const { data: models, error, refetch } = useQuery(modelsQuery)
  const wanted = typed.trim().toLowerCase()
  const shown = models?.filter((model) => model.toLowerCase().includes(wanted)) ?? []
  const copyAll = (
    <Button
      size="small"
      icon={<Copy size={14} aria-hidden />}
      disabledReason={shown.length === 0 && t('models.nothing')}
      onClick={() => void copyText(shown.join(','), t('models.count', { count: shown.length }))}
    >
      {t(wanted ? 'models.copyShown' : 'models.copyAll')}
    </Button>
  )
  return (
    <Card title={t('models.title')} action={models && models.length > 0 && copyAll}>
      {models && models.length >= SEARCH_FROM && (
        <Input
          type="search"
          icon={<Search size={14} aria-hidden />}
          aria-label={t('models.search')}
          placeholder={t('models.search')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {models ? (
        <>
          <ul className="-m-1 flex max-h-60 flex-wrap gap-1.5 overflow-y-auto p-1" aria-label={t('models.title')}>
            {shown.map((model) => (
              <li key={model} className="max-w-full">
                <button
                  type="button"
                  aria-label={t('models.copy', { model })}
                  className="flex min-h-6 max-w-full items-center"
                  onClick={() => void copyText(model, model)}
                >
                  <Tag>
                    <ModelMark model={model} />
                    <span className="truncate hover:underline">{model}</span>
                  </Tag>
                </button>
              </li>
            ))}
          </ul>
          {shown.length === 0 && <p className="text-muted">{t(wanted ? 'models.noMatch' : 'models.none')}</p>}
        </>
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Card>
  )
}
