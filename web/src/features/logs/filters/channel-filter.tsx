import Route from 'lucide-react/icons/route'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchFilter } from '#web/ui/table/search/search-field.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'

/** Filters rows by channel id, in a list with a numeric filter `channel`. A typed name gets an explanation. */
export function ChannelFilter({ list }: { list: List }) {
  const { t } = useTranslation('logs')
  const [refused, setRefused] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks on at what is typed into the field inside
    <span
      className="contents"
      onBeforeInput={({ data }) => setRefused(/\D/.test(data))}
      onBlur={() => setRefused(false)}
    >
      <SearchFilter
        list={list}
        name="channel"
        digits
        icon={<Route size={14} aria-hidden />}
        label={t('filter.channel')}
        placeholder={t('filter.short.channel')}
        className="sm:w-29!"
      />
      <span role="status" className={refused ? 'order-last basis-full text-small text-warning' : 'sr-only'}>
        {refused && t('filter.digitsOnly')}
      </span>
    </span>
  )
}
