import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { findCards } from './find-cards.ts'
import { measuresQuery } from './measures-query.ts'

/** Models that one press adds. */
const OFFERED = 5

interface CompareAdderProps {
  /** The models that are not compared yet. */
  rows: readonly CatalogueRow[]
  onAdd: (name: string) => void
}

/** Adds a model to the comparison: one of those with most calls here by a press, or any by its name. */
export function CompareAdder({ rows, onAdd }: CompareAdderProps) {
  const { t } = useTranslation('models')
  const measures = useQuery(measuresQuery).data?.models
  const byUse = findCards(rows, { filters: {}, sort: null, ratioOf: () => 1, measures, group: '' })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons needs no fieldset
    <div role="group" aria-label={t('compare.add')} className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('compare.add')}
        className="w-64 max-sm:w-full"
        value=""
        options={[{ value: '', label: t('compare.add') }, ...rows.map(({ name }) => ({ value: name, label: name }))]}
        onChange={(name) => name && onAdd(name)}
      />
      {measures && measures.size > 0 && (
        <span className="ms-1 text-muted text-small max-sm:ms-0 max-sm:w-full">{t('sort.use')}</span>
      )}
      {byUse.slice(0, OFFERED).map(({ name }) => (
        <Button
          key={name}
          size="small"
          icon={<Plus size={14} aria-hidden />}
          aria-label={t('compare.addName', { name })}
          onClick={() => onAdd(name)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
