import Braces from 'lucide-react/icons/braces'
import Wrench from 'lucide-react/icons/wrench'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import type { SharedSettings } from '../conversation/conversation.ts'
import { readSchema, readTools } from './json-settings.ts'

const JsonDialog = lazy(() => import('./json-dialog.tsx'))
const ICON = { size: 14, 'aria-hidden': true } as const

interface JsonSettingsProps {
  settings: SharedSettings
  onChange: (patch: Partial<SharedSettings>) => void
}

/** Opens the editors of the functions that a model may call, and of the schema of its answer. */
export function JsonSettings({ settings, onChange }: JsonSettingsProps) {
  const { t } = useTranslation('playground')
  const [edited, setEdited] = useState<'tools' | 'schema'>()
  const tools = readTools(settings.tools)
  const schema = readSchema(settings.schema)
  return (
    <div className="flex flex-col items-stretch gap-2">
      <Button className="justify-start!" icon={<Wrench {...ICON} />} onClick={() => setEdited('tools')}>
        <span className="min-w-0 flex-1 truncate text-start">{t('tools.title')}</span>
        <span className="text-muted text-small">{tools.length > 0 ? tools.length : t('tools.none')}</span>
      </Button>
      <Button className="justify-start!" icon={<Braces {...ICON} />} onClick={() => setEdited('schema')}>
        <span className="min-w-0 flex-1 truncate text-start">{t('schema.title')}</span>
        <span className="truncate text-muted text-small">{schema?.name ?? t('schema.none')}</span>
      </Button>
      {edited && (
        <Suspense>
          <JsonDialog
            kind={edited}
            text={settings[edited]}
            onSave={(text) => {
              onChange({ [edited]: text })
              setEdited(undefined)
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
