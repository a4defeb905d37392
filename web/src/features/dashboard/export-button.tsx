import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { exportOwnUsage, exportUsage } from '#contract/api/statistics.ts'
import { downloadReply } from '#web/lib/download.ts'
import { timeZone } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Span } from './period.ts'
import type { Scope } from './queries.ts'

interface ExportButtonProps {
  scope: Scope
  span: Span
  username: string | undefined
}

/** Exports the hours of the period, by model and token, as a spreadsheet. */
export function ExportButton({ scope, span, username }: ExportButtonProps) {
  const { t } = useTranslation('dashboard')
  const save = useMutation({
    mutationFn: () => {
      const query = {
        start_timestamp: span.start,
        end_timestamp: span.end,
        format: 'csv' as const,
        time_zone: timeZone(),
      }
      return scope === 'all'
        ? downloadReply(exportUsage, { query: { ...query, username } }, 'usage.csv')
        : downloadReply(exportOwnUsage, { query }, 'usage.csv')
    },
  })
  return (
    <Button
      size="small"
      icon={<Download size={14} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('table.csv')}
    </Button>
  )
}
