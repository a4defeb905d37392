import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { baseUrlOf } from '#contract/snippets.ts'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { VISITOR_GROUP } from '#web/features/prices/public/viewed.ts'
import { contactAddress } from '#web/features/shell/contact-address.ts'
import { priceCurrency } from '#web/lib/format-prices.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { FactLines } from '#web/ui/facts.tsx'
import { countOf, offersOf } from './offer.ts'

const LINK = 'text-primary hover:underline'

/** What a visitor asks about a site: its address, models, version, documentation, state, terms and contact. */
export function SiteFacts() {
  const { t } = useTranslation(['home', 'common', 'shell'])
  const status = useStatus()
  const { version, status_page_enabled, terms_link, contact_link, server_address } = status
  const { data } = useQuery(catalogueQuery)
  const group = useUser()?.group || VISITOR_GROUP
  const { count, vendors } = countOf(offersOf(data?.rows ?? [], group))
  const baseUrl = baseUrlOf(server_address, location.origin)
  const contact = contactAddress(contact_link)
  return (
    <div className="surface px-4 py-3">
      <FactLines
        facts={[
          {
            name: t('baseUrl'),
            value: (
              <span className="flex min-w-0 items-center gap-1 font-normal">
                <code className="min-w-0 break-all">{baseUrl}</code>
                <CopyButton label={t('copyBaseUrl')} text={baseUrl} shown={baseUrl} />
              </span>
            ),
          },
          {
            name: t('models'),
            value: count > 0 && (
              <Link to="/models" className={LINK}>
                {t('modelsHint', { count, vendors, currency: t(`common:currency.${priceCurrency(status)}`) })}
              </Link>
            ),
          },
          { name: t('version'), value: version },
          {
            name: t('shell:page.docs'),
            value: (
              <Link to="/docs" className={LINK}>
                {t('docs')}
              </Link>
            ),
          },
          {
            name: t('shell:page.status'),
            value: status_page_enabled && (
              <Link to="/status" className={LINK}>
                {t('uptime')}
              </Link>
            ),
          },
          {
            name: t('shell:footer.terms'),
            value: terms_link && (
              <a href={terms_link} className={LINK}>
                {terms_link}
              </a>
            ),
          },
          {
            name: t('shell:footer.contact'),
            value: contact && (
              <a href={contact} className={LINK}>
                {contact_link}
              </a>
            ),
          },
        ]}
      />
    </div>
  )
}
