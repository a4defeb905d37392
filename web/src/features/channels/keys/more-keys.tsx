import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { taskPlatform } from '#contract/channel-types/tasks.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { ChannelControl } from '../form/form-schema.ts'
import { typeOf } from '../form/form-values.ts'

const AddKeysDialog = lazyPart(async () => {
  await loadNamespaces('keys')
  return import('./add-keys-dialog.tsx')
})

/** Gives a stored channel that has a single key further ones, where its type allows that. */
export function MoreKeys({ control, channel }: { control: ChannelControl; channel: number }) {
  const { t } = useTranslation('channels')
  const type = typeOf(useWatch({ control, name: 'type' }))
  if (taskPlatform(type.provider)) return null
  return (
    <Button
      size="small"
      className="justify-self-start"
      onClick={() => void openOverlay<void>((close) => <AddKeysDialog channel={channel} onClose={close} />)}
    >
      {t('form.moreKeys')}
    </Button>
  )
}
