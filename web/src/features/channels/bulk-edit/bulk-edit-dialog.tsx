import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BATCH } from '#contract/api/batch.ts'
import { type PatchOutcome, patchChannels } from '#contract/api/channel-batch.ts'
import type { Channel } from '#contract/api/channels.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/change-many.ts'
import { BulkEditFields } from './bulk-edit-fields.tsx'
import { type Draft, type FieldName, incomplete, newDraft, patchOf } from './draft.ts'
import { Preview } from './preview.tsx'
import { type ListOrder, settleChange } from './settle-change.ts'

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
