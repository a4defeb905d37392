import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useStored } from '#web/lib/storage.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { BulkEditButton } from '../bulk-edit/bulk-edit-button.tsx'
import { useChannelDrawer } from '../editor/use-channel-drawer.ts'
import { chooseModelToTest } from '../probe/model-test.tsx'
import { channelsQuery, fetchAllChannels } from '../queries/channel-list.ts'
import { channelList } from '../queries/channel-search.ts'
import { isOn } from '../queries/channel-status.ts'
import { useChannelChecks } from '../tests/channel-checks.ts'
import { AllChannelsMenu } from './all-channels-menu.tsx'
import { useChannelActions } from './channel-actions.ts'
import { ChannelFilters } from './channel-filters.tsx'
import { useChannelColumns } from './columns.tsx'
import { ListSwitches } from './list-switches.tsx'

// Loaded lazily, since nothing is selected at first. Buttons with a keyboard shortcut are loaded at once.
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'))

const idOf = (channel: Channel) => channel.id
const nameOf = (channel: Channel) => channel.name

/** Clears the other filters, so that no failed channel is hidden. */
const FAILED_ONLY = {
  ...{ keyword: undefined, model: undefined, group: undefined, status: undefined, type: undefined },
  test: 'failed',
} as const

/** Lists the channels. The drawers to create and edit one are routes over the list. */
export function ChannelsPage() {
  const { t } = useTranslation('channels')
  const list = useList('channels', channelList)
  const idSort = useStored('id-sort')
  const batch = useStored('enable-batch-delete')
  const query = useQuery(channelsQuery(list.state, idSort))
  const actions = useChannelActions()
  const checks = useChannelChecks()
  const columns = useChannelColumns(actions, checks)
  const drawer = useChannelDrawer()
  const edit = (channel: Channel) => drawer.edit(channel.id)
  const add = (
    <Link to="/channel/add" search={true} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {t('add')}
    </Link>
  )
  return (
    <ListPage
      title={t('title')}
      action={
        <>
          <ListSwitches onReorder={() => list.setSort(null)} />
          <AllChannelsMenu onShowFailed={() => list.setFilters(FAILED_ONLY)} />
          {add}
        </>
      }
    >
      <DataTable
        // Another order remounts the list, since no row keeps its place.
        key={String(idSort)}
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        filters={<ChannelFilters list={list} />}
        extra={(channels, done) =>
          batch && (
            <Button
              className="max-sm:hidden"
              icon={<Trash2 size={16} aria-hidden />}
              onClick={() => void actions.remove(channels).then(done)}
            >
              {t('toolbar.deleteChosen')}
            </Button>
          )
        }
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: add }}
        muted={(channel) => !isOn(channel)}
        bulk={(channels, done) => (
          <>
            <BulkEditButton {...{ channels, done }} shown={query.data?.data ?? []} />
            <Suspense>
              <BulkBar {...{ channels, actions, done }} mayDelete={batch} />
            </Suspense>
          </>
        )}
        loadAll={() => fetchAllChannels(list.state, idSort)}
        onOpen={edit}
        onEdit={edit}
        onCreate={() => drawer.add()}
        rowKeys={[
          { id: 'channel.test', keys: 't', label: t('test.key'), run: checks.test },
          { id: 'channel.testModel', keys: 'shift+t', label: t('test.keyModel'), run: chooseModelToTest },
          { id: 'channel.recover', keys: 'shift+o', label: t('recover.key'), run: checks.recover },
        ]}
        onCopy={(channel) => void copyText(String(channel.id), String(channel.id))}
      />
      <Outlet />
    </ListPage>
  )
}
