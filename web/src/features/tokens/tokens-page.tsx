import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import { type List, useList } from '#web/ui/table/search/use-list.ts'
import { CopyChosen } from '#web/ui/table/selection/copy-selected.tsx'
import { TokenBulkActions } from './bulk-actions.tsx'
import { useTokenColumns } from './columns.tsx'
import { useTokenActions } from './token-actions.ts'
import { fetchAllTokens, tagsQuery, tokensQuery } from './token-list.ts'
import { tokenList } from './token-search.ts'
import { isOn, stateOfToken } from './token-status.ts'
import { TokenUsages, tokenUsageQuery } from './token-usage.ts'

const idOf = (token: Token) => token.id
const nameOf = (token: Token) => token.name

/** The user's tokens; the create and edit drawers are child routes. */
export function TokensPage() {
  const { t } = useTranslation('tokens')
  const { t: shell } = useTranslation('shell')
  const navigate = useNavigate()
  const list = useList('tokens', tokenList)
  const query = useQuery(tokensQuery(list.state))
  const actions = useTokenActions()
  const columns = useTokenColumns(actions, { withLimits: query.data?.data.some(({ limits }) => limits) ?? false })
  const { data: usages } = useQuery(tokenUsageQuery((query.data?.data ?? []).map(idOf)))
  const edit = (token: Token) => void navigate({ to: '/token/edit/$id', params: { id: token.id }, search: true })
  const add = (
    <Link to="/token/add" search={true} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {t('add')}
    </Link>
  )
  const header = (
    <>
      <Link to="/docs/$page" params={{ page: 'keys' }} className={buttonClass('ghost', 'normal', 'max-sm:hidden')}>
        {shell('page.docs')}
      </Link>
      {add}
    </>
  )
  return (
    <ListPage title={t('title')} action={header} notice={<Warning />}>
      <TokenUsages value={usages}>
        <DataTable
          caption={t('title')}
          list={list}
          query={query}
          columns={columns}
          idOf={idOf}
          nameOf={nameOf}
          filters={
            <>
              <SearchFilter
                list={list}
                name="keyword"
                label={t('filter.keyword')}
                placeholder={t('filter.keywordHint')}
              />
              <MoreFilters list={list} beside={['keyword']}>
                <TagFilter list={list} />
                <SearchFilter
                  list={list}
                  name="key"
                  label={t('filter.key')}
                  placeholder={t('filter.keyHint')}
                  hint={t('filter.keyWhole')}
                />
              </MoreFilters>
            </>
          }
          empty={{ title: t('empty.title'), hint: t('empty.hint'), action: add }}
          muted={(token) => !isOn(stateOfToken(token, Date.now() / 1000))}
          extra={(tokens) => tokens.length === 0 && <CopyChosen label={t('bulk.copy')} reason={t('bulk.none')} />}
          bulk={(tokens, done) => <TokenBulkActions {...{ tokens, actions, done }} />}
          loadAll={() => fetchAllTokens(list.state)}
          onOpen={edit}
          onEdit={edit}
          onCreate={() => void navigate({ to: '/token/add', search: true })}
          onCopy={(token) => void copyText(String(token.id), String(token.id))}
        />
      </TokenUsages>
      <Outlet />
    </ListPage>
  )
}

/** Chooses one of the user's tags; absent while there is none. */
function TagFilter({ list }: { list: List }) {
  const { t } = useTranslation('tokens')
  const { data: tags = [] } = useQuery(tagsQuery)
  const { tag } = list.state.filters
  if (tags.length === 0 && tag === undefined) return null
  return (
    <ChoiceFilter
      list={list}
      name="tag"
      label={t('column.tags')}
      options={tags.map((value) => ({ value, label: value }))}
    />
  )
}

const DISMISSED = 'tokens-warning-dismissed'

/** Explains the limitations of tokens; once dismissed it stays hidden until the tab is closed. */
function Warning() {
  const { t } = useTranslation('tokens')
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED) !== null)
  if (dismissed) return null
  const dismiss = () => {
    sessionStorage.setItem(DISMISSED, '1')
    setDismissed(true)
  }
  return (
    <Banner tone="warning" className="shrink-0" onDismiss={dismiss}>
      {t('warning')}
    </Banner>
  )
}
