import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import type { SelectionApi } from '#web/ui/table/selection/selection.ts'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'
import { formatNames, NAME_FORMATS } from './name-formats.ts'

interface PriceSelectionProps {
  selection: SelectionApi<PublicPrice>
  total: number
  loadAll: () => Promise<readonly PublicPrice[]>
}

/** Actions on the selected models; preloaded before the first selection. */
export default function PriceSelection({ selection, total, loadAll }: PriceSelectionProps) {
  const { t } = useTranslation('pricing')
  const copyNames = (format: (typeof NAME_FORMATS)[number]) => {
    const names = selection.rows.map(({ model_name }) => model_name)
    void copyText(formatNames(names, format), t('bulk.copied', { count: names.length }))
  }
  return (
    <SelectionBar selection={selection} total={total} loadAll={loadAll}>
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
