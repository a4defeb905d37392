import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { HOME_BLOCKS, type HomeBlock } from '#contract/home-blocks.ts'
import { Content, isPageToEmbed } from '#web/features/content/content.tsx'
import { homeQuery } from '#web/features/content/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccountPanel } from './account-panel.tsx'
import { Hero } from './hero.tsx'
import { ProofStrip } from './proof-strip.tsx'
import { StatusCards } from './status-cards.tsx'

const CallBlock = lazyPart(() => import('./call-block.tsx'))
const ModelsBlock = lazyPart(() => import('./models-block.tsx'))

const UptimeBlock = lazyPart(async () => {
  await loadNamespaces('status')
  return import('./uptime-block.tsx')
})

const BLOCKS: Record<HomeBlock, ComponentType> = {
  call: CallBlock,
  models: ModelsBlock,
  uptime: UptimeBlock,
  facts: StatusCards,
}

/** Home page: the site's own content, or else what the site is and offers; with the account panel when logged in. */
export function HomePage() {
  const { t } = useTranslation('home')
  const user = useUser()
  const { home_blocks = HOME_BLOCKS } = useStatus()
  const { data: content, error, isPending } = useQuery(homeQuery)
  if (content && isPageToEmbed(content)) return <Content content={content} title={t('frame')} />
  if (isPending) return <div aria-busy className="flex-1" />
  if (content) {
    return (
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
        {user && <AccountPanel />}
        <Content content={content} title={t('frame')} />
      </div>
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-12 px-4 pt-4 pb-10 max-sm:gap-9">
      {error && <Banner tone="danger">{t('failed')}</Banner>}
      {user && <AccountPanel />}
      <Hero />
      <ProofStrip />
      {home_blocks.map((block) => {
        const Block = BLOCKS[block]
        return (
          <Suspense key={block} fallback={<Skeleton className="h-72" />}>
            <Block />
          </Suspense>
        )
      })}
    </div>
  )
}
