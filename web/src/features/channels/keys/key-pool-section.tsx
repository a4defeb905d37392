import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeChannelKeys } from '#contract/api/channel-keys.ts'
import type { KeyCounts } from '#contract/api/channels.ts'
import { KEY_STATES, type KeyState } from '#contract/channel-keys.ts'
import { call } from '#web/lib/api.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import type { MenuEntry } from '#web/ui/overlay/menu.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { ChannelControl } from '../form/form-schema.ts'
import { KeyModeField } from '../form/key-mode-field.tsx'
import { KeyTable } from './key-table.tsx'
import { KEYS_PER_PAGE, keysQuery, useKeyChange } from './keys-query.ts'

const AddKeysDialog = lazy(() => import('./add-keys-dialog.tsx'))

interface KeyPoolProps {
  control: ChannelControl
  channel: number
  counts: KeyCounts
}

/** The keys of a channel that has several. Changes of keys take effect at once; the choice is saved with the form. */
export default function KeyPoolSection({ control, channel, counts }: KeyPoolProps) {
  const { t } = useTranslation('keys')
  const [state, setState] = useState<KeyState | ''>('')
  const [page, setPage] = useState(1)
  const id = useId()
  return (
    <>
      <KeyModeField control={control} />
      <div className="grid gap-2">
        <p role="status" className="text-muted">
          {t('summary', { ready: fullNumber(counts.ready), total: fullNumber(counts.total) })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="sr-only">
            {t('filter')}
          </label>
          <Select
            id={id}
            className="w-auto"
            value={state}
            options={[
              { value: '' as const, label: t('all') },
              ...KEY_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
            onChange={(next) => {
              setState(next)
              setPage(1)
            }}
          />
          <span className="ms-auto flex gap-2">
            <Button
              icon={<Plus size={16} aria-hidden />}
              onClick={() => void openOverlay<void>((close) => <AddKeysDialog channel={channel} onClose={close} />)}
            >
              {t('add.open')}
            </Button>
            <AllKeysMenu channel={channel} counts={counts} />
          </span>
        </div>
        <Keys channel={channel} state={state} page={page} onPage={setPage} />
      </div>
    </>
  )
}

interface KeysProps {
  channel: number
  state: KeyState | ''
  page: number
  onPage: (page: number) => void
}

function Keys({ channel, state, page, onPage }: KeysProps) {
  const { t } = useTranslation('keys')
  const { data, error, refetch } = useQuery(keysQuery(channel, state, page))
  if (!data) return error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-48" />
  const pages = Math.max(1, Math.ceil(data.total / KEYS_PER_PAGE))
  // The last page is gone once its keys are.
  if (page > pages) onPage(pages)
  if (data.data.length === 0) return <EmptyState title={t('none')} />
  return (
    <>
      <KeyTable channel={channel} keys={data.data} />
      {pages > 1 && (
        <nav aria-label={t('pages')} className="flex items-center justify-end gap-1 text-muted tabular-nums">
          <IconButton
            size="small"
            label={t('previous')}
            icon={<ChevronLeft size={16} aria-hidden />}
            aria-disabled={page === 1}
            className={page === 1 ? 'text-faint' : undefined}
            onClick={() => page > 1 && onPage(page - 1)}
          />
          <span aria-live="polite">{t('page', { page: fullNumber(page), pages: fullNumber(pages) })}</span>
          <IconButton
            size="small"
            label={t('next')}
            icon={<ChevronRight size={16} aria-hidden />}
            aria-disabled={page === pages}
            className={page === pages ? 'text-faint' : undefined}
            onClick={() => page < pages && onPage(page + 1)}
          />
        </nav>
      )}
    </>
  )
}

type AllChange = Pick<Parameters<typeof call<typeof changeChannelKeys>>[1]['body'], 'action' | 'state'>

/** Changes all keys of a channel, or all of a state. */
function AllKeysMenu({ channel, counts }: { channel: number; counts: KeyCounts }) {
  const { t } = useTranslation('keys')
  const change = useKeyChange(
    channel,
    (body: AllChange) => call(changeChannelKeys, { params: { id: channel }, body }),
    (count) => toast.success(t('toast.changed', { count })),
  )
  const off = counts.stopped + counts.disabled
  async function ask(key: 'disableAll' | 'removeStopped' | 'removeOff', count: number, body: AllChange) {
    const question = { title: t(`ask.${key}`, { count }), description: t(`ask.${key}Hint`), action: t(`menu.${key}`) }
    if (await confirm({ ...question, danger: true })) change.mutate(body)
  }
  const entries: MenuEntry[] = [
    {
      label: t('menu.enableAll'),
      disabledReason: off === 0 && t('menu.noneOff'),
      run: () => change.mutate({ action: 'enable' }),
    },
    { label: t('menu.disableAll'), run: () => void ask('disableAll', counts.total, { action: 'disable' }) },
    'separator',
    {
      label: t('menu.removeStopped'),
      danger: true,
      disabledReason: counts.stopped === 0 && t('menu.noneStopped'),
      run: () => void ask('removeStopped', counts.stopped, { action: 'delete', state: 'stopped' }),
    },
    {
      label: t('menu.removeOff'),
      danger: true,
      disabledReason: off === 0 && t('menu.noneOff'),
      run: () => void ask('removeOff', off, { action: 'delete', state: 'unusable' }),
    },
  ]
  return (
    <LazyMenu
      trigger={
        <IconButton
          label={t('menu.open')}
          icon={<Ellipsis size={16} aria-hidden />}
          loading={change.isPending}
          variant="default"
        />
      }
      entries={() => entries}
    />
  )
}
