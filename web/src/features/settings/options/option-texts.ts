import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OptionKey, OptionTab } from '#contract/options.ts'
import { addGatewayTexts } from '#web/lib/gateway-texts.ts'
import type { Language } from '#web/lib/language.ts'
import { searchOptions } from './search-options.ts'
import { specOf } from './sections.ts'

/** The option texts of both languages, so that the search matches either. */
export const wordsQuery = queryOptions({
  queryKey: ['options', 'words'],
  queryFn: async () => {
    const [zh, en] = await Promise.all([import('#web/locales/zh/options.json'), import('#web/locales/en/options.json')])
    return [addGatewayTexts(zh.default, 'zh'), addGatewayTexts(en.default, 'en')] as const
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** An option as a search result outside the settings page. */
export interface FoundOption {
  key: OptionKey
  tab: OptionTab
  labels: Record<Language, string>
}

/** Returns the first options that match a text, by key or label. */
export async function findOptions(client: QueryClient, typed: string, most: number): Promise<FoundOption[]> {
  const [zh, en] = await client.fetchQuery(wordsQuery)
  return searchOptions(typed, [zh, en])
    .slice(0, most)
    .map((key) => ({
      key,
      tab: specOf(key).tab,
      labels: { zh: zh.option[key].label, en: en.option[key].label },
    }))
}
