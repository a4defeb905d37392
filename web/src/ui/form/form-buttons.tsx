import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'

interface FormButtonsProps {
  /** Text of the submit button. */
  save: string
  saving: boolean
  onCancel: () => void
  /** Less prominent, because another action comes first. */
  quiet?: boolean
  /** Further buttons between the two. */
  children?: ReactNode
}

/** The end of a form: cancel, and submit by button or ⌘↵. A running save cannot be cancelled. */
export function FormButtons({ save, saving, quiet, onCancel, children }: FormButtonsProps) {
  const { t } = useTranslation()
  const { t: form } = useTranslation('form')
  return (
    <>
      {/* Three buttons do not fit in one row on a phone, where the drawer has a close button too. */}
      <Button
        className={children ? 'max-sm:hidden' : undefined}
        disabledReason={saving && form('saving')}
        onClick={onCancel}
      >
        {t('action.cancel')}
      </Button>
      {children}
      <Button type="submit" variant={quiet ? 'default' : 'primary'} keys="mod+enter" loading={saving}>
        {save}
      </Button>
    </>
  )
}
