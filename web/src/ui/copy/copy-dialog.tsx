import { useTranslation } from 'react-i18next'
import { Dialog } from '../overlay/dialog.tsx'
import { Textarea } from '../textarea.tsx'

interface Props {
  text: string
  onClose: () => void
}

/** Shows the text selected, for browsers that refuse clipboard access. */
export default function CopyByHand({ text, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('copy.byHand')} onClose={onClose}>
      <Textarea
        code
        readOnly
        aria-label={t('copy.byHand')}
        value={text}
        ref={(element) => element?.select()}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
