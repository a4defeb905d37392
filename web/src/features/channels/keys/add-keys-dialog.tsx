import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addChannelKeys } from '#contract/api/channel-keys.ts'
import { keysIn } from '#contract/channel-rules.ts'
import { call } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useKeyChange } from './keys-query.ts'

/** Adds the keys of a pasted text to a channel. */
export default function AddKeysDialog({ channel, onClose }: { channel: number; onClose: () => void }) {
  const { t } = useTranslation('keys')
  const [text, setText] = useState('')
  const id = useId()
  const count = keysIn(text).length
  const add = useKeyChange(
    channel,
    () => call(addChannelKeys, { params: { id: channel }, body: { keys: text } }),
    ({ added, known }) => {
      toast.success(t('add.added', { count: added }) + (known > 0 ? t('add.known', { count: known }) : ''))
      onClose()
    },
  )
  return (
    <Dialog
      title={t('add.title')}
      description={t('add.description')}
      onClose={onClose}
      action={{
        label: t('add.action'),
        loading: add.isPending,
        disabledReason: count === 0 && t('add.missing'),
        onClick: () => add.mutate(undefined),
      }}
    >
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('add.label')}
      </label>
      <Textarea
        id={id}
        code
        className="min-h-40"
        value={text}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-hint`} aria-live="polite" className="mt-1 text-muted text-small">
        {t('add.count', { count })}
      </p>
    </Dialog>
  )
}
