import { type ComponentType, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey, OptionSpec } from '#contract/options.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Input } from '#web/ui/input.tsx'
import { useOption } from '../drafts/settings-context.ts'
import { isWordedChoice, specOf } from '../options/sections.ts'
import { ContentControl } from './content-control.tsx'
import { LinesControl } from './lines-control.tsx'
import { NumberControl } from './number-control.tsx'
import { SecretControl } from './secret-control.tsx'

export interface ControlProps {
  option: OptionKey
  /** Id of the labelled element. */
  id: string
  label: string
  /** Ids of hint and error. */
  describedBy: string
  wrong: boolean
}

const MapControl = lazy(() => import('./map-control.tsx'))
const JsonControl = lazy(() => import('./json-control.tsx'))
const PictureControl = lazy(() => import('./picture-control.tsx'))
const ColourControl = lazy(() => import('./colour-control.tsx'))
const OrderControl = lazy(() => import('./order-control.tsx'))
const ListControl = lazy(() => import('./list-control.tsx'))
const LimitMapControl = lazy(() => import('./limit-map-control.tsx'))
const OidcListControl = lazy(() => import('./oidc-list-control.tsx'))

const CONTROLS: Record<OptionSpec['kind'], ComponentType<ControlProps>> = {
  boolean: BooleanControl,
  integer: NumberControl,
  decimal: NumberControl,
  text: TextControl,
  url: TextControl,
  picture: PictureControl,
  colour: ColourControl,
  order: OrderControl,
  sender: TextControl,
  content: ContentControl,
  list: ListControl,
  lines: LinesControl,
  choice: ChoiceControl,
  'ratio-map': MapControl,
  'label-map': MapControl,
  'choice-map': MapControl,
  chats: MapControl,
  'model-cards': JsonControl,
  'price-rules': JsonControl,
  'limit-map': LimitMapControl,
  'time-zone': TextControl,
  'synced-prices': JsonControl,
  'oidc-list': OidcListControl,
}

/** The input of an option, by its kind. */
export function OptionControl(props: ControlProps) {
  const spec = specOf(props.option)
  const Control = spec.secret ? SecretControl : CONTROLS[spec.kind]
  return <Control {...props} />
}

function BooleanControl({ option, id, describedBy, wrong }: ControlProps) {
  const { text, change } = useOption(option)
  return (
    <Switch
      id={id}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      checked={text === 'true'}
      className="mt-0.5"
      onChange={(on) => change(String(on))}
    />
  )
}

function TextControl({ option, id, describedBy, wrong }: ControlProps) {
  const { text, change } = useOption(option)
  const isAddress = specOf(option).kind === 'url'
  return (
    <Input
      id={id}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      inputMode={isAddress ? 'url' : undefined}
      placeholder={isAddress ? 'https://' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
}

function ChoiceControl({ option, id, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('settings')
  const { text, change } = useOption(option)
  const spec = specOf(option)
  const choices = spec.kind === 'choice' ? spec.choices : []
  return (
    <Select
      id={id}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      value={text}
      options={choices.map((value) => ({ value, label: isWordedChoice(value) ? t(`choice.${value}`) : value }))}
      onChange={change}
    />
  )
}
