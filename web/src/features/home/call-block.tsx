import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { measuresQuery } from '#web/features/models/measures-query.ts'
import { VISITOR_GROUP } from '#web/features/prices/public/viewed.ts'
import { SnippetPanel } from '#web/features/snippets/snippet-panel.tsx'
import { useOwnKey } from '#web/features/tokens/use-own-key.ts'
import { useUser } from '#web/lib/session.ts'
import { mostUsedModel } from './offered-models.ts'

/** Shown where no model is on offer yet. */
const ANY_MODEL = 'gpt-4o-mini'

/** A first call in the reader's language or program, with a model that is on offer. */
export default function CallBlock() {
  const { t } = useTranslation('home')
  const id = useId()
  const group = useUser()?.group || VISITOR_GROUP
  const { data } = useQuery(catalogueQuery)
  const measures = useQuery(measuresQuery).data?.models
  const model = mostUsedModel(data?.rows ?? [], group, measures)?.name ?? ANY_MODEL
  const apiKey = useOwnKey(model)
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-title">
        {t('call')}
      </h2>
      <div className="surface min-w-0 p-3">
        <SnippetPanel apiKey={apiKey} model={model} />
      </div>
    </section>
  )
}
