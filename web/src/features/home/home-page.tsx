import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Content, isPageToEmbed } from '#web/features/content/content.tsx'
import { homeQuery } from '#web/features/content/queries.ts'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccountPanel } from './account-panel.tsx'
import { StatusCards } from './status-cards.tsx'

/** Home page: the site's own content, or else the status cards, with the account panel when logged in. */
export function HomePage() {
  const { t } = useTranslation('home')
  const user = useUser()
  const { data: content, error, isPending } = useQuery(homeQuery)
  if (content && isPageToEmbed(content)) return <Content content={content} title={t('frame')} />
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      {error && <Banner tone="danger">{t('failed')}</Banner>}
      {user && <AccountPanel />}
      {isPending ? (
        <Skeleton className="h-60" />
      ) : content ? (
        <Content content={content} title={t('frame')} />
      ) : (
        <StatusCards />
      )}
    </div>
  )
}
