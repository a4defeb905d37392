import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import SettingsPanel, { type SettingsPanelProps } from './settings-panel.tsx'

/** The settings as a dialog, for narrow screens. */
export default function SettingsDialog({ onClose, ...panel }: SettingsPanelProps & { onClose: () => void }) {
  const { t } = useTranslation('playground')
  return (
    <Dialog title={t('settings.title')} onClose={onClose}>
      <SettingsPanel {...panel} />
    </Dialog>
  )
}
