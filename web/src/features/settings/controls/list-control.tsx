import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { useOption } from '../drafts/settings-context.ts'
import type { ControlProps } from './option-control.tsx'

/** Edits names that are stored with commas between them. */
export default function ListControl({ option, id, describedBy, wrong }: ControlProps) {
  const { text, change } = useOption(option)
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return (
    <MultiCombobox
      id={id}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      creatable
      options={names.map((value) => ({ value }))}
      value={names}
      onChange={(next) => change(next.join(','))}
    />
  )
}
