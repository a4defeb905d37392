import { useTranslation } from 'react-i18next'
import { MULTI_KEY_MODES, type MultiKeyMode } from '#contract/channel-keys.ts'
import { SelectField } from '#web/ui/form/fields/select-field.tsx'
import type { ChannelControl } from './form-schema.ts'

const TEXTS = { polling: 'polling', random: 'random', least_busy: 'leastBusy' } as const satisfies Record<
  MultiKeyMode,
  string
>

/** How a channel chooses among several keys. */
export function KeyModeField({ control }: { control: ChannelControl }) {
  const { t } = useTranslation('channels')
  return (
    <SelectField
      control={control}
      name="multi_key_mode"
      label={t('form.keyMode')}
      hint={t('form.keyModeHint')}
      options={MULTI_KEY_MODES.map((value) => ({ value, label: t(`form.keyModes.${TEXTS[value]}`) }))}
    />
  )
}
