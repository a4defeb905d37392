import { Link } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import type { SelectionApi } from '#web/ui/table/selection/selection.ts'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'
import { MAX_COMPARED } from './compare-search.ts'
import { formatNames, NAME_FORMATS } from './name-formats.ts'

interface ModelsSelectionProps {
  selection: SelectionApi<CatalogueRow>
  total: number
  loadAll: () => Promise<readonly CatalogueRow[]>
}

/** Actions on the selected models; preloaded before the first selection. */
export default function ModelsSelection({ selection, total, loadAll }: ModelsSelectionProps) {
  const { t } = useTranslation('pricing')
  const { t: models } = useTranslation('models')
  const names = selection.rows.map(({ name }) => name)
  const copyNames = (format: (typeof NAME_FORMATS)[number]) => {
    void copyText(formatNames(names, format), t('bulk.copied', { count: names.length }))
  }
  return (
    <SelectionBar selection={selection} total={total} loadAll={loadAll}>
      {names.length <= MAX_COMPARED && (
        <Link to="/models/compare" search={{ models: names.join(',') }} className={buttonClass('default', 'small')}>
          {models('compare.open')}
        </Link>
      )}
      <LazyMenu
        trigger={
          <Button size="small" icon={<Copy size={14} aria-hidden />}>
            {t('bulk.copy')}
          </Button>
        }
        entries={() => NAME_FORMATS.map((format) => ({ label: t(`bulk.${format}`), run: () => copyNames(format) }))}
      />
    </SelectionBar>
  )
}
