import { Button } from '../../button.tsx'

interface PresetsProps<T> {
  /** Names the group for screen readers. */
  label: string
  options: readonly { label: string; value: T }[]
  chosen: T | undefined
  onChoose: (value: T) => void
}

/** Preset values as buttons under or above a field. */
export function Presets<T>({ label, options, chosen, onChoose }: PresetsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons in a row need no fieldset
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {options.map((option) => (
        <Button
          key={option.label}
          size="small"
          aria-pressed={option.value === chosen}
          className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  )
}
