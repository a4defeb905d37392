import { useOption } from '../drafts/settings-context.ts'
import { MapJson } from './map-json.tsx'
import type { ControlProps } from './option-control.tsx'

/** Edits a JSON text, showing the line of its first error. */
export default function JsonControl(props: ControlProps) {
  const { text, change } = useOption(props.option)
  return <MapJson {...props} text={text} onChange={change} toggle={null} />
}
