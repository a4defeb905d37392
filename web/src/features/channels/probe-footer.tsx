import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import type { ChannelFormOutput } from './form-schema.ts'
import type { ChannelFormValues } from './form-values.ts'
import type { Probed } from './probe-steps.ts'

const ProbePanel = lazy(() => import('./probe-panel.tsx'))

interface ProbeFooterProps {
  form: EditForm<ChannelFormValues, ChannelFormOutput>
  /** The stored channel that the form edits or copies. */
  id?: number | undefined
}

/** The button that tries what is in the form, saved or not, and above all buttons how that goes. */
export function ProbeFooter({ form, id }: ProbeFooterProps) {
  const { t } = useTranslation('channels')
  const [probed, setProbed] = useState<Probed | null>(null)
  const refuse = (fields: Record<string, string>) => {
    setProbed(null)
    for (const [index, [name, message]] of Object.entries(fields).entries()) {
      form.setError(name as keyof ChannelFormValues, { type: 'server', message }, { shouldFocus: index === 0 })
    }
  }
  return (
    <>
      {probed && (
        <Suspense>
          <ProbePanel probed={probed} onClose={() => setProbed(null)} onRefused={refuse} />
        </Suspense>
      )}
      <Button className="me-auto" onClick={() => setProbed({ values: form.getValues(), id })}>
        {t('test.button')}
      </Button>
    </>
  )
}
