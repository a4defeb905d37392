import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { exportConfigurationFile } from '#contract/api/configuration.ts'
import { downloadReply } from '#web/lib/download.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ApplyCard = lazyPart(() => import('./apply-card.tsx'))

/** The site's configuration as a file: download it, and look at what a file would change before it is applied. */
export function ConfigurationPage() {
  const { t } = useTranslation('configuration')
  const download = useMutation({
    mutationFn: () => downloadReply(exportConfigurationFile, {}, 'switchyard.yaml'),
    meta: { inline: true },
  })
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <Link to="/server" className="inline-flex items-center gap-1 self-start text-muted text-small hover:text-text">
        <ArrowLeft size={14} aria-hidden />
        {t('back')}
      </Link>
      <header>
        <h1 className="text-title">{t('title')}</h1>
        <p className="max-w-prose text-muted text-small">{t('hint')}</p>
      </header>
      <Card title={t('download.title')}>
        <p className="max-w-prose text-small">{t('download.hint')}</p>
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
      <Suspense fallback={<Skeleton className="h-60" />}>
        <ApplyCard />
      </Suspense>
    </div>
  )
}
