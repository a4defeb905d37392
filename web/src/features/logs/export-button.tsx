import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { exportLogs, exportOwnLogs } from '#contract/api/logs.ts'
import { downloadReply } from '#web/lib/download.ts'
import { atLeast, timeZone } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { filterQuery, type Scope } from './rows/log-list.ts'
import type { LogFilters } from './rows/log-search.ts'

interface ExportButtonProps {
  scope: Scope
  filters: LogFilters
  /** Number of rows that match the filter. */
  total: number
  /** The real number may be higher than `total`. */
  more: boolean
}

/** Exports all matching rows as a spreadsheet. */
export function ExportButton({ scope, filters, total, more }: ExportButtonProps) {
  const { t } = useTranslation('logs')
  const save = useMutation({
    mutationFn: () => {
      const query = { ...filterQuery(filters), type: filters.type, format: 'csv' as const, time_zone: timeZone() }
      return scope === 'all'
        ? downloadReply(exportLogs, { query }, 'logs.csv')
        : downloadReply(exportOwnLogs, { query }, 'logs.csv')
    },
  })
  return (
    <IconButton
      label={t('export', { rows: atLeast(total, more) })}
      icon={<Download size={16} aria-hidden />}
      disabledReason={total === 0 ? t('exportNothing') : undefined}
      loading={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}
