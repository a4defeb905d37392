import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { baseUrlOf } from '#contract/snippets.ts'
import { BulkLimitsButton } from '#web/features/limits/bulk-limits-button.tsx'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import { BulkButtons, useStatusActions } from '#web/ui/table/row-buttons.tsx'
import { namedOptions } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { CopyChosen } from '#web/ui/table/selection/copy-selected.tsx'
import { useTokenColumns } from './columns.tsx'
import { exportFormats, exportKeys } from './export-format.ts'
import { useTokenActions } from './token-actions.ts'
import { tagsQuery, tokenQueries, tokensQuery } from './token-list.ts'
import { tokenList } from './token-search.ts'
import { isOn, stateOfToken } from './token-status.ts'
import { TokenUsages, tokenUsageQuery } from './token-usage.ts'

/** The user's tokens; the create and edit drawers are child routes. */
export const TokensPage = listPage<Token, (typeof tokenList)['filters']>({
  id: 'tokens',
  spec: tokenList,
  useParts: useTokenParts,
})

function useTokenParts(list: List<(typeof tokenList)['filters']>) {
  const { t } = useTranslation('tokens')
  const { t: shell } = useTranslation('shell')
  const navigate = useNavigate()
  const query = useQuery(tokensQuery(list.state))
  const actions = useTokenActions()
  const { data: tags = [] } = useQuery(tagsQuery)
  const edit = (token: Token) => void navigate({ to: '/token/edit/$id', params: { id: token.id }, search: true })
  const hasTags = tags.length > 0 || list.state.filters.tag !== undefined
  const { data: usages } = useQuery(tokenUsageQuery((query.data?.data ?? []).map(({ id }) => id)))
  return {
    title: t('title'),
    around: (shown: ReactNode) => <TokenUsages value={usages}>{shown}</TokenUsages>,
    add: { to: '/token/add' as const, label: t('add') },
    action: (
      <Link to="/docs/$page" params={{ page: 'keys' }} className={buttonClass('ghost', 'normal', 'max-sm:hidden')}>
        {shell('page.docs')}
      </Link>
    ),
    notice: <Warning />,
    query,
    columns: useTokenColumns(actions, { withLimits: query.data?.data.some(({ limits }) => limits) ?? false }),
    nameOf: ({ name }: Token) => name,
    filters: [
      { name: 'keyword', label: t('filter.keyword'), placeholder: t('filter.keywordHint') },
      ...(hasTags ? [{ name: 'tag', label: t('column.tags'), options: namedOptions(tags) }] : []),
      { name: 'key', label: t('filter.key'), placeholder: t('filter.keyHint'), hint: t('filter.keyWhole') },
    ],
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    muted: (token: Token) => !isOn(stateOfToken(token, Date.now() / 1000)),
    extra: (tokens: readonly Token[]) =>
      tokens.length === 0 && <CopyChosen label={t('bulk.copy')} reason={t('bulk.none')} />,
    bulk: (tokens: readonly Token[], done: (tokens: readonly Token[]) => void) => (
      <TokenBulkActions {...{ tokens, actions, done }} />
    ),
    loadAll: () => tokenQueries.all(list.state),
    onOpen: edit,
    onEdit: edit,
  }
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

interface BulkActionsProps {
  tokens: readonly Token[]
  actions: ReturnType<typeof useTokenActions>
  /** Removes tokens from the selection. */
  done: (tokens: readonly Token[]) => void
}

/** Actions on the selected tokens. Copied or refused tokens stay selected. */
function TokenBulkActions({ tokens, actions, done }: BulkActionsProps) {
  const { t } = useTranslation('tokens')
  const { server_address } = useStatus()
  const copy = (format: (typeof exportFormats)[number]) =>
    copyText(
      exportKeys(tokens, format, baseUrlOf(server_address, location.origin)),
      t('bulk.copied', { count: tokens.length }),
    )
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="small" icon={<Copy size={14} aria-hidden />}>
            {t('bulk.copy')}
          </Button>
        }
        entries={() => exportFormats.map((format) => ({ label: t(`bulk.${format}`), run: () => void copy(format) }))}
      />
      <BulkLimitsButton
        names={tokens.map(({ name }) => name)}
        apply={async (change) => done(await actions.setLimits(tokens, change))}
      />
      <BulkButtons rows={tokens} done={done} actions={useStatusActions(actions)} />
    </>
  )
}
