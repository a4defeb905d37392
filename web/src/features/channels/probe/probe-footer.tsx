import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import type { ChannelForm } from '../form/choose-type.ts'
import type { ChannelFormValues } from '../form/form-values.ts'
import type { Probed } from './probe-steps.ts'

const ProbePanel = lazy(() => import('./probe-panel.tsx'))

interface ProbeFooterProps {
  form: ChannelForm
  /** The stored channel that the form edits or copies. */
  id?: number | undefined
  /** Whether the last probe failed. */
  failed: boolean
  onOutcome: (failed: boolean) => void
}

/** The button that tests the form's values, saved or not, with the progress above all buttons. */
export function ProbeFooter({ form, id, failed, onOutcome }: ProbeFooterProps) {
  const { t } = useTranslation('channels')
  const [probed, setProbed] = useState<Probed | null>(null)
  const refuse = (fields: Record<string, string>) => {
    setProbed(null)
    for (const [index, [name, message]] of Object.entries(fields).entries()) {
      form.setError(name as keyof ChannelFormValues, { type: 'server', message }, { shouldFocus: index === 0 })
    }
  }
  const probe = () => {
    onOutcome(false)
    setProbed({ values: form.getValues(), id })
  }
  return (
    <>
      {probed && (
        <Suspense>
          <ProbePanel
            form={form}
            probed={probed}
            onAgain={probe}
            onClose={() => setProbed(null)}
            onRefused={refuse}
            onOutcome={onOutcome}
          />
        </Suspense>
      )}
      <Button className="me-auto" variant={failed ? 'primary' : 'default'} onClick={probe}>
        {t('test.button')}
      </Button>
    </>
  )
}
