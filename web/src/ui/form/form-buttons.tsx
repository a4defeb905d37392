import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'

interface FormButtonsProps {
  /** The word on the button that sends. */
  save: string
  saving: boolean
  onCancel: () => void
  /** Something else is the thing to do now. */
  quiet?: boolean
  /** Further buttons between the two. */
  children?: ReactNode
}

/** How a form ends: cancel, and send by button or ⌘↵. A save that runs cannot be called back, so nothing cancels it. */
export function FormButtons({ save, saving, quiet, onCancel, children }: FormButtonsProps) {
  const { t } = useTranslation()
  const { t: form } = useTranslation('form')
  return (
    <>
      {/* Three words do not fit beside each other on a phone, where the cross closes the drawer too. */}
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
