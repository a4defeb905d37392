import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { useOption } from '../drafts/settings-context.ts'
import { isMapKind, type Line, linesOf, textOf } from '../options/map-lines.ts'
import { specOf } from '../options/sections.ts'
import { MapJson } from './map-json.tsx'
import { MapTable } from './map-table.tsx'
import type { ControlProps } from './option-control.tsx'

/** Edits a map as a table, or as JSON where a table cannot show it. */
export default function MapControl(props: ControlProps) {
  const { option } = props
  const { t } = useTranslation('form')
  const { kind } = specOf(option)
  const { text, draft, change } = useOption(option)
  const [wantsJson, setWantsJson] = useState(false)
  // Empty rows are no change and are held only here, until the value changes from outside.
  const [typed, setTyped] = useState<{ text: string; lines: readonly Line[] } | null>(null)
  if (!isMapKind(kind)) return null
  const stored = linesOf(kind, text)
  const lines = typed?.text === text ? typed.lines : (draft?.lines ?? stored)
  const toggle = (isTable: boolean) => (
    <Button
      size="small"
      variant="ghost"
      disabledReason={lines === null && t('pairs.notTable')}
      onClick={() => {
        setTyped(null)
        setWantsJson(isTable)
      }}
    >
      {t(isTable ? 'pairs.asJson' : 'pairs.asTable')}
    </Button>
  )
  if (wantsJson || lines === null) {
    return <MapJson {...props} text={text} onChange={(next) => change(next)} toggle={toggle(false)} />
  }
  const edit = (next: readonly Line[]) => {
    const json = textOf(kind, next)
    setTyped({ text: json, lines: next })
    change(json, next)
  }
  return <MapTable {...props} kind={kind} lines={lines} onChange={edit} toggle={toggle(true)} />
}
