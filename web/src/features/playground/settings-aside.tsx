import { type ComponentProps, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))

/** The settings beside the conversation. */
export function SettingsAside(props: ComponentProps<typeof SettingsPanel>) {
  const { t } = useTranslation('playground')
  return (
    <aside aria-label={t('settings.title')} className="w-64 shrink-0">
      <div className="sticky top-15">
        <Suspense fallback={<Skeleton className="h-100" />}>
          <SettingsPanel {...props} />
        </Suspense>
      </div>
    </aside>
  )
}
