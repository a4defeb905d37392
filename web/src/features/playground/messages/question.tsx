import Pencil from 'lucide-react/icons/pencil'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FileChip } from '../files/file-chip.tsx'
import type { MessageViewProps } from './message-view.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { Versions } from './versions.tsx'

/** A question of the user. */
export function Question(props: MessageViewProps) {
  const { message, versions, blocked, busy, isEdited, onEdit, onAskInstead, onShowVersion } = props
  const { t } = useTranslation('playground')
  const { content, files = [] } = message
  const shownFiles = files.length > 0 && (
    <ul aria-label={t('files.title')} className="ms-auto flex max-w-[85%] flex-wrap justify-end gap-2">
      {files.map((file) => (
        <FileChip key={file.id} file={file} />
      ))}
    </ul>
  )
  if (isEdited) {
    return (
      <>
        {shownFiles}
        <QuestionEditor
          text={content}
          mayBeEmpty={files.length > 0}
          blocked={blocked}
          onAsk={onAskInstead}
          onCancel={() => onEdit(false)}
        />
      </>
    )
  }
  return (
    <>
      {shownFiles}
      {content && (
        <div className="ms-auto max-w-[85%] rounded-card bg-primary-soft px-3 py-2 break-words whitespace-pre-wrap">
          <span className="sr-only">{t('role.user')}: </span>
          {content}
        </div>
      )}
      <span className="ms-auto flex">
        <Versions ids={versions} shown={message.id} disabledReason={busy} onShow={onShowVersion} />
        {content && <CopyButton label={t('act.copyQuestion')} text={content} />}
        <IconButton
          size="small"
          label={t('act.edit')}
          icon={<Pencil size={14} aria-hidden />}
          onClick={() => onEdit(true)}
        />
      </span>
    </>
  )
}
