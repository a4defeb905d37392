import { MutationObserver, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BATCH } from '#contract/api/batch.ts'
import { type PatchOutcome, patchChannels, undoChannelPatch } from '#contract/api/channel-batch.ts'
import type { Channel } from '#contract/api/channels.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { tellRefused } from '#web/ui/table/bulk/change-many.ts'
import type { useFreezeOrder } from '#web/ui/table/editing/frozen-order.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannelsShown } from '../queries/channel-list.ts'
import { BulkEditFields } from './bulk-edit-fields.tsx'
import { type Draft, type FieldName, incomplete, newDraft, patchOf } from './draft.ts'
import { Preview } from './preview.tsx'

interface BulkEditDialogProps {
  channels: readonly Channel[]
  shown: readonly Channel[]
  order: ListOrder
  /** Called with the channels that can be deselected. */
  onClose: (done: readonly Channel[]) => void
}

/** Edits fields, then shows a preview, then applies the change. Nothing is stored before the last step. */
export default function BulkEditDialog({ channels, shown, order, onClose }: BulkEditDialogProps) {
  const { t } = useTranslation('batch')
  const { t: common } = useTranslation()
  const formId = useId()
  const edit = useBulkEdit({ channels, shown, order, onClose }, formId)
  const { draft, wrong, preview, send, obstacle, count, next } = edit
  const total = channels.length
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return
    event.preventDefault()
    if (!event.repeat) next()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key that sends, from anywhere in the dialog
    <div onKeyDown={onKeyDown} className="contents">
      <Dialog
        width="wide"
        title={preview ? t('preview.title', { count, total }) : t('title', { count: total })}
        description={!preview && t('scope', { count: total, names: abbreviateNames(channels.map(({ name }) => name)) })}
        onClose={() => void edit.cancel()}
        footer={
          <>
            <Button onClick={preview ? edit.back : () => void edit.cancel()}>
              {common(preview ? 'action.back' : 'action.cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              keys="mod+enter"
              loading={send.isPending}
              disabledReason={preview ? count === 0 && t('preview.none') : obstacle}
            >
              {preview ? t('preview.write', { count }) : t('preview.look')}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          aria-label={t('title', { count: total })}
          data-saving={(preview && send.isPending) || undefined}
          onSubmit={(event) => {
            event.preventDefault()
            next()
          }}
        >
          {send.error && <Failure error={send.error} />}
          {preview ? (
            <Preview outcome={preview} channels={channels} />
          ) : (
            <BulkEditFields {...{ channels, draft, wrong }} idPrefix={formId} onChange={edit.change} />
          )}
        </form>
      </Dialog>
    </div>
  )
}

/** The draft of a change, its preview, and the steps between them. */
function useBulkEdit({ channels, shown, order, onClose }: BulkEditDialogProps, formId: string) {
  const { t } = useTranslation('batch')
  const mayLeave = useMayLeave()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => newDraft(channels))
  const [wrong, setWrong] = useState<readonly FieldName[]>([])
  const [preview, setPreview] = useState<PatchOutcome>()
  const ids = channels.map(({ id }) => id)
  const send = useMutation({
    mutationFn: (dry_run: boolean) => call(patchChannels, { body: { ids, patch: patchOf(draft), dry_run } }),
    meta: { inline: true },
  })
  const obstacle = ids.length > MAX_BATCH ? t('tooMany', { max: MAX_BATCH }) : draft.on.size === 0 && t('nothingChosen')
  const count = preview?.changed.length ?? 0

  async function look() {
    const missing = incomplete(draft)
    setWrong(missing)
    if (obstacle || missing.length > 0) return focusField(formId, missing[0])
    await send.mutateAsync(true).then(setPreview, () => {})
  }
  async function write() {
    if (count === 0) return
    const outcome = await send.mutateAsync(false).catch(() => null)
    if (outcome) onClose(settleChange({ client, channels, shown, order }, outcome))
  }
  return {
    ...{ draft, wrong, preview, send, obstacle, count },
    change(next: Draft) {
      send.reset()
      setDraft(next)
      setWrong((before) => (before.length > 0 ? incomplete(next) : before))
    },
    next: () => void (send.isPending || (preview ? write() : look())),
    back() {
      send.reset()
      setPreview(undefined)
    },
    async cancel() {
      if (draft.on.size === 0 || (await mayLeave())) onClose([])
    },
  }
}

/** Asks whether unsaved changes may be lost. */
function useMayLeave() {
  const { t } = useTranslation('form')
  return () =>
    confirm({
      title: t('leave.title'),
      description: t('leave.description'),
      action: t('leave.action'),
      danger: true,
    })
}

/** Shows why the change or its preview failed. */
function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('form')
  const requestId = error instanceof ApiError ? error.requestId : ''
  return (
    <Banner tone="danger" role="alert" className="mt-3">
      <p>{error.message}</p>
      {requestId && <p className="text-small">{t('failed.requestId', { id: requestId })}</p>}
    </Banner>
  )
}

const focusField = (prefix: string, field: FieldName | undefined) =>
  document.getElementById(`${prefix}-${field}`)?.focus()

type ListOrder = ReturnType<typeof useFreezeOrder>

interface Place {
  client: QueryClient
  /** The channels to be changed. */
  channels: readonly Channel[]
  /** The channels on the visible page. */
  shown: readonly Channel[]
  order: ListOrder
}

/**
 * Shows an applied change without moving rows, and offers to undo it. Returns the channels that can be
 * deselected; refused channels are named and not among them.
 */
function settleChange(place: Place, outcome: PatchOutcome): readonly Channel[] {
  const { client, channels } = place
  show(place, outcome)
  const count = outcome.changed.length
  // A mutation, since the cache reports failed mutations.
  const undo = new MutationObserver(client, { mutationFn: () => takeBack(place, outcome) })
  const run = () => void undo.mutate().catch(() => {})
  if (count > 0) toast.success(i18next.t('batch:done', { count }), { action: { label: i18next.t('action.undo'), run } })
  else if (outcome.refused.length === 0) toast.info(i18next.t('batch:preview.none'))
  tellRefused(channels, outcome)
  const refused = new Set(outcome.refused.map(({ id }) => id))
  return channels.filter(({ id }) => !refused.has(id))
}

/**
 * Restores the former values of each channel. Values changed again since then are kept, and those channels are
 * named.
 */
async function takeBack(place: Place, { change, changed }: PatchOutcome): Promise<void> {
  const outcome = await call(undoChannelPatch, { body: { change, ids: changed.map(({ id }) => id) } })
  show(place, outcome)
  const count = outcome.changed.length
  if (count > 0) toast.success(i18next.t('batch:restored', { count }))
  tellRefused(changed, outcome)
}

/** The changed fields as the list has them. */
const shownFields = ({ limits, ...same }: PatchOutcome['changed'][number]['after']) =>
  limits === undefined ? same : { ...same, limits: parseStoredLimits(limits) ?? null }

function show({ client, shown, order }: Place, { changed }: PatchOutcome): void {
  order.freeze()
  patchChannelsShown(client, new Map(changed.map(({ id, after }) => [id, shownFields(after)])))
  for (const column of ['priority', 'weight'] as const) {
    const isChanged = changed.some(({ after }) => after[column] !== undefined)
    if (isChanged)
      order.saved(
        column,
        shown.map((channel) => channel[column]),
      )
  }
}
