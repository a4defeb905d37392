import { useTranslation } from 'react-i18next'
import { GENERAL } from '#web/features/shell/shell-actions.ts'
import { type Action, useOfferedActions } from '#web/lib/keys/hotkeys.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Lists the active shortcuts, with the switch that disables single-letter keys. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'table'])
  const actions = useOfferedActions().flatMap((action) => {
    if (!action.keys) return []
    // Rows handle Enter themselves.
    return action.id === 'list.up'
      ? [action, { ...action, id: 'list.open', keys: 'enter', label: t('table:keys.open') }]
      : [action]
  })
  return (
    <Dialog title={t('shortcuts.title')} width="wide" onClose={onClose}>
      <Switch
        label={t('shortcuts.single')}
        checked={useStored('shortcuts')}
        onChange={(on) => setStored('shortcuts', on)}
        className="mt-1"
      />
      <div className="mt-4 gap-x-8 sm:columns-2">
        <Keys title={t('shortcuts.page')} actions={actions.filter(({ id }) => !id.startsWith(GENERAL))} />
        <Keys title={t('shortcuts.general')} actions={actions.filter(({ id }) => id.startsWith(GENERAL))} />
      </div>
    </Dialog>
  )
}

function Keys({ title, actions }: { title: string; actions: Action[] }) {
  if (actions.length === 0) return null
  return (
    <section className="mb-4">
      <h3 className="break-after-avoid text-muted">{title}</h3>
      <dl className="mt-1">
        {actions.map(({ id, label, keys }) => (
          <div
            key={id}
            className="flex break-inside-avoid items-center justify-between gap-3 border-b border-line py-1.5"
          >
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys!} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
