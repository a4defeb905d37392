import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { inDollars } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import Combobox from '#web/ui/choice/combobox.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Input } from '#web/ui/input.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { Part } from './kit-page.tsx'

const MODELS = Array.from({ length: 400 }, (_, index) => ({ value: `gpt-${index}-mini`, hint: inDollars(index / 100) }))
const TYPES = [
  { value: '1', label: 'OpenAI' },
  { value: '8', label: '自定义渠道' },
]

/** Examples of form fields. */
export function KitFields() {
  const [model, setModel] = useState('gpt-4-mini')
  const [models, setModels] = useState(['gpt-3-mini', 'my-own-model-with-a-rather-long-name'])
  const [type, setType] = useState('1')
  const [priority, setPriority] = useState<number | null>(10)
  const [on, setOn] = useState(true)
  return (
    <Part name="Fields" column>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Input aria-label="Name" placeholder="请输入名称" />
        <Input aria-label="Search" icon={<Search size={16} aria-hidden />} placeholder="Search" />
        <Input aria-label="Wrong" aria-invalid defaultValue="wrong" />
        <Input aria-label="Disabled" disabled defaultValue="disabled" />
        <Select aria-label="Type" value={type} options={TYPES} onChange={setType} />
        <NumberField aria-label="Priority" value={priority} onChange={setPriority} min={-999} max={999} unit="units" />
        <Combobox aria-label="Model" options={MODELS} value={model} onChange={setModel} clearable />
        <MultiCombobox
          id="kit-models"
          aria-label="Models"
          options={MODELS}
          value={models}
          onChange={setModels}
          creatable
        />
        <Textarea aria-label="Addresses" code placeholder={'10.0.0.1\n10.0.0.0/8'} />
        <div className="flex flex-wrap items-center gap-4">
          <Switch label="Auto-disable" checked={on} onChange={setOn} />
          <Checkbox label="Unlimited" checked={on} onChange={setOn} />
          <Checkbox aria-label="All rows" indeterminate />
        </div>
      </div>
    </Part>
  )
}
