import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { exportConfigurationFile } from '#contract/api/configuration.ts'
import { LastRun } from '#web/features/move-in/last-run.tsx'
import { importQuery } from '#web/features/move-in/queries.ts'
import { cx } from '#web/lib/cx.ts'
import { downloadReply } from '#web/lib/download.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'

const ApplyCard = lazyPart(() => import('./apply-card.tsx'))
const SourceCard = lazyPart(() => import('#web/features/move-in/source-card.tsx'))

/** The configuration as a file, and the import of another gateway's database; each has an address that shows it first. */
export function FilesPage() {
  const { t } = useTranslation('shell')
  const imports = useQuery(importQuery)
  const isImport = useLocation({ select: ({ pathname }) => pathname === '/move' })
  return (
    <Page title={t('tab.configuration')}>
      <div className="grid items-start gap-3 xl:grid-cols-2">
        <div className="grid min-w-0 gap-3">
          <DownloadCard />
          <Suspense fallback={<Skeleton className="h-60" />}>
            <ApplyCard />
          </Suspense>
        </div>
        <div className={cx('min-w-0', isImport && 'max-xl:order-first')}>
          <Loaded query={imports} skeleton="h-80">
            {({ running, last }) => (
              <Suspense fallback={<Skeleton className="h-80" />}>
                <SourceCard running={running} last={last} />
              </Suspense>
            )}
          </Loaded>
        </div>
      </div>
      {imports.data?.last && <LastRun run={imports.data.last} running={imports.data.running} />}
    </Page>
  )
}

function DownloadCard() {
  const { t } = useTranslation('configuration')
  const download = useMutation({
    mutationFn: () => downloadReply(exportConfigurationFile, {}, 'switchyard.yaml'),
    meta: { inline: true },
  })
  return (
    <Card title={t('title')}>
      <p className="text-muted text-small">
        {t('hint')} {t('download.hint')}
      </p>
      {download.error && (
        <Banner tone="danger" role="alert">
          {download.error.message}
        </Banner>
      )}
      <Button
        className="self-start"
        icon={<Download size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('download.action')}
      </Button>
    </Card>
  )
}
