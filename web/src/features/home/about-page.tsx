import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Content, isPageToEmbed } from '#web/features/content/content.tsx'
import { aboutQuery } from '#web/features/content/queries.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { ProofStrip } from './proof-strip.tsx'
import { SiteFacts } from './site-facts.tsx'

/** Shows the administrator's about text, or else what the product and this site are. */
export function AboutPage() {
  const { t } = useTranslation('home')
  const { data: content, error } = useQuery(aboutQuery)
  const isRoot = allows('root', useUser())
  if (content && isPageToEmbed(content)) return <Content content={content} title={t('about')} />
  return (
    <div className="mx-auto w-full max-w-4xl p-4">
      {error && <Banner tone="danger">{t('aboutFailed')}</Banner>}
      {content && <Content content={content} title={t('about')} />}
      {content === '' && (
        <div className="flex flex-col gap-10">
          <div className="prose">
            <h1>{t('about')}</h1>
            <p>{t('intro')}</p>
            <p>{t('aboutProduct')}</p>
          </div>
          <ProofStrip />
          <SiteFacts />
          {isRoot && (
            <p className="flex flex-wrap items-center gap-3 text-muted">
              {t('aboutEmpty')} <OpenSetting option="About" />
            </p>
          )}
        </div>
      )}
    </div>
  )
}
