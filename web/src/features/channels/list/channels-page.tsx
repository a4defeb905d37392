import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { typeNames } from '#contract/channel-types/names.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { statusText } from '#web/ui/status.tsx'
import { useFreezeOrder } from '#web/ui/table/editing/frozen-order.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import { type ListFilter, namedOptions } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { useChannelDrawer } from '../editor/use-channel-drawer.ts'
import { chooseModelToTest } from '../probe/model-test.tsx'
import { channelQueries, channelsQuery } from '../queries/channel-list.ts'
import { channelList, NO_CREDIT, STATUSES } from '../queries/channel-search.ts'
import { isOn, LOOK_OF, stateOf } from '../queries/channel-status.ts'
import { useChannelChecks } from '../tests/channel-checks.ts'
import { AllChannelsMenu } from './all-channels-menu.tsx'
import { useChannelActions } from './channel-actions.ts'
import { useChannelColumns } from './columns.tsx'

// Loaded lazily, since nothing is selected at first. Buttons with a keyboard shortcut are loaded at once.
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'))

/** Clears the other filters, so that no failed channel is hidden. */
const FAILED_ONLY = {
  ...{ keyword: undefined, model: undefined, group: undefined, status: undefined, type: undefined },
  test: 'failed',
} as const

/** Lists the channels. The drawers to create and edit one are routes over the list. */
export const ChannelsPage = listPage<Channel, (typeof channelList)['filters']>({
  id: 'channels',
  spec: channelList,
  useParts: useChannelParts,
})

function useChannelParts(list: List<(typeof channelList)['filters']>) {
  const { t } = useTranslation('channels')
  const idSort = useStored('id-sort')
  const batch = useStored('enable-batch-delete')
  const query = useQuery(channelsQuery({ ...list.state, idSort }))
  const actions = useChannelActions()
  const checks = useChannelChecks()
  const drawer = useChannelDrawer()
  const edit = (channel: Channel) => drawer.edit(channel.id)
  return {
    // Another order remounts the list, since no row keeps its place.
    key: String(idSort),
    title: t('title'),
    add: { to: '/channel/add' as const, label: t('add') },
    action: (
      <>
        <ListSwitches onReorder={() => list.setSort(null)} />
        <AllChannelsMenu onShowFailed={() => list.setFilters(FAILED_ONLY)} />
      </>
    ),
    query,
    columns: useChannelColumns(actions, checks),
    nameOf: ({ name }: Channel) => name,
    filters: useChannelFilters(list),
    extra: (channels: readonly Channel[], done: (channels: readonly Channel[]) => void) =>
      batch && (
        <Button
          className="max-sm:hidden"
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => void actions.remove(channels).then(done)}
        >
          {t('toolbar.deleteChosen')}
        </Button>
      ),
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    muted: (channel: Channel) => !isOn(channel),
    bulk: (channels: readonly Channel[], done: (channels: readonly Channel[]) => void) => (
      <>
        <BulkEditButton {...{ channels, done }} shown={query.data?.data ?? []} />
        <Suspense>
          <BulkBar {...{ channels, actions, done }} mayDelete={batch} />
        </Suspense>
      </>
    ),
    loadAll: () => channelQueries.all({ ...list.state, idSort }),
    onOpen: edit,
    onEdit: edit,
    rowKeys: [
      { id: 'channel.test', keys: 't', label: t('test.key'), run: checks.test },
      { id: 'channel.testModel', keys: 'shift+t', label: t('test.keyModel'), run: chooseModelToTest },
      { id: 'channel.recover', keys: 'shift+o', label: t('recover.key'), run: checks.recover },
    ],
  }
}

/** Search and filters of the channel list. */
function useChannelFilters(list: List<(typeof channelList)['filters']>): ListFilter[] {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const { data: groups = [] } = useQuery(groupsQuery)
  // A test of all channels sets this filter. It is shown only then, for lack of space.
  const tested = {
    name: 'test',
    label: t('filter.test'),
    options: [{ value: 'failed', label: t('filter.testFailed') }],
  }
  return [
    {
      name: 'keyword',
      label: t('filter.keyword'),
      placeholder: t('filter.keywordHint'),
      hint: t('filter.keywordMore'),
      className: 'sm:w-44!',
    },
    { name: 'model', label: t('filter.model'), placeholder: t('filter.modelHint'), className: 'sm:w-36!' },
    { name: 'group', label: t('filter.group'), options: namedOptions(groups) },
    {
      name: 'status',
      label: t('filter.status'),
      options: STATUSES.map((value) => {
        const state = value === NO_CREDIT ? 'noMoney' : stateOf(value)
        return { value, label: statusText(LOOK_OF[state], t(`status.${state}`)) }
      }),
    },
    {
      name: 'type',
      label: t('filter.type'),
      options: typeNames.map(({ id, name }) => ({ value: id, label: name[language] })),
    },
    ...(list.state.filters.test === undefined ? [] : [tested]),
  ]
}

interface ListSwitchesProps {
  /** Called after the order was changed. */
  onReorder: () => void
}

/** Switches the order of the list, and whether selected channels may be deleted. Both are remembered. */
function ListSwitches({ onReorder }: ListSwitchesProps) {
  const { t } = useTranslation('channels')
  const idSort = useStored('id-sort')
  const batch = useStored('enable-batch-delete')
  return (
    <span className="flex items-center gap-4 pe-1 text-small max-sm:order-last max-sm:basis-full">
      <Switch
        label={t('toolbar.idSort')}
        checked={idSort}
        onChange={(on) => {
          setStored('id-sort', on)
          onReorder()
        }}
      />
      <Switch label={t('toolbar.batch')} checked={batch} onChange={(on) => setStored('enable-batch-delete', on)} />
    </span>
  )
}

const BulkEditDialog = lazy(() => import('../bulk-edit/bulk-edit-dialog.tsx'))
const KEYS = 'shift+e'

interface BulkEditButtonProps {
  channels: readonly Channel[]
  /** The channels on the visible page, whose order is kept. */
  shown: readonly Channel[]
  /** Removes channels from the selection. */
  done: (channels: readonly Channel[]) => void
}

/** Edits fields of the selected channels together. Channels that the server refuses stay selected. */
function BulkEditButton({ channels, shown, done }: BulkEditButtonProps) {
  const { t } = useTranslation('channels')
  const order = useFreezeOrder()
  async function open() {
    const finished = await openOverlay<readonly Channel[]>((close) => (
      <BulkEditDialog {...{ channels, shown, order }} onClose={close} />
    ))
    done(finished ?? [])
  }
  useActions([{ id: 'channel.editChosen', keys: KEYS, label: t('bulk.editKey'), run: () => void open() }])
  return (
    <Button size="small" keys={KEYS} icon={<Pencil size={14} aria-hidden />} onClick={() => void open()}>
      {t('bulk.edit')}
    </Button>
  )
}
