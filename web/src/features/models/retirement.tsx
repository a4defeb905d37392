import CalendarX from 'lucide-react/icons/calendar-x'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { DASH } from '#web/lib/format.ts'
import { tip } from '#web/ui/tooltip.tsx'

interface RetirementProps {
  row: Pick<CatalogueRow, 'deprecated' | 'retires'>
}

/** When a model retires or has retired; nothing where no end is announced. */
export function Retirement({ row }: RetirementProps) {
  const text = useRetirement(row)
  return text && <span className="whitespace-nowrap text-small text-warning">{text}</span>
}

/** The same as a sign with a tooltip. */
export function RetirementMark({ row }: RetirementProps) {
  const text = useRetirement(row)
  return (
    text && (
      <span role="img" aria-label={text} className="shrink-0 text-warning" {...tip(text)}>
        <CalendarX size={14} aria-hidden />
      </span>
    )
  )
}

/** The day of the end as a cell of a table. */
export function RetirementDay({ row }: RetirementProps) {
  const { t } = useTranslation('models')
  const text = useRetirement(row)
  if (!text) return DASH
  return (
    <span className="text-warning" {...tip(text)}>
      {row.retires === null ? t('announced') : isPast(row.retires) ? t('gone') : row.retires}
    </span>
  )
}

const isPast = (day: string) => day <= new Date().toISOString().slice(0, 10)

function useRetirement({ deprecated, retires }: RetirementProps['row']): string | null {
  const { t } = useTranslation('models')
  if (!deprecated) return null
  if (retires === null) return t('deprecated')
  return t(isPast(retires) ? 'retired' : 'retires', { date: retires })
}
