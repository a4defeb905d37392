import { useWatch } from 'react-hook-form'
import type { OtherField as OtherRule } from '#contract/channel-types/channel-type.ts'
import { useStored } from '#web/lib/storage.ts'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import type { ChannelControl } from './form-schema.ts'
import { typeOf } from './form-values.ts'

/** Field for the type-specific value, if the type has one. */
export function OtherField({ control }: { control: ChannelControl }) {
  const { other } = typeOf(useWatch({ control, name: 'type' })).fields
  return other ? <OtherText control={control} rule={other} /> : null
}

function OtherText({ control, rule }: { control: ChannelControl; rule: OtherRule }) {
  const language = useStored('language')
  return (
    <TextField
      control={control}
      name="other"
      label={rule.label[language]}
      placeholder={rule.placeholder[language]}
      hint={rule.hint?.[language]}
      optional={rule.missing === undefined}
    />
  )
}
