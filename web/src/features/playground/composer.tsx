import Paperclip from 'lucide-react/icons/paperclip'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Square from 'lucide-react/icons/square'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { FileChip } from './files/file-chip.tsx'
import { ACCEPT } from './files/file-kinds.ts'
import type { Files } from './files/use-files.ts'
import { meaningOf } from './messages/composer-keys.ts'

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  files: Files
  onType: (text: string) => void
  isWriting: boolean
  /** The reason why no question can be sent now. */
  blocked: string | undefined
  onSend: () => void
  onStop: () => void
  /** Arrow up in an empty field. */
  onEditLast: () => void
}

/** The input field: Enter sends, Shift+Enter inserts a line break, Esc stops the answer; files are chosen, pasted or dropped. */
export function Composer(props: ComposerProps) {
  const { field, text, files, onType, isWriting, blocked, onSend, onStop, onEditLast } = props
  const { t } = useTranslation('playground')
  const [isOver, setOver] = useState(false)
  const isEmpty = text.trim() === '' && files.chosen.length === 0
  const reason = blocked ?? (isEmpty ? t('composer.empty') : undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const meaning = meaningOf(event.nativeEvent, { isEmpty: text === '', isWriting })
    if (meaning === 'stop') onStop()
    if (meaning === 'editLast') onEditLast()
    if (meaning !== 'send') return
    event.preventDefault()
    if (!isWriting && !reason) onSend()
  }
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event
    // A copied table is a picture as well: its text is meant.
    if (clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    files.add(clipboardData.files)
  }
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type !== 'dragleave' && event.type !== 'drop')
    if (event.type === 'drop') files.add(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button does the same
    <div
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
      className={cx('rounded-card', isOver && 'outline-2 outline-primary outline-dashed outline-offset-4')}
    >
      {files.chosen.length > 0 && (
        <ul aria-label={t('files.title')} className="mb-2 flex flex-wrap gap-2">
          {files.chosen.map((file) => (
            <FileChip key={file.id} file={file} onRemove={() => files.remove(file.id)} />
          ))}
        </ul>
      )}
      {files.problem && (
        <Banner tone="warning" role="alert" className="mb-2">
          {files.problem}
        </Banner>
      )}
      <div className="flex items-end gap-2">
        <FilesButton onFiles={files.add} />
        <Textarea
          ref={field}
          aria-label={t('composer.label')}
          placeholder={t('composer.placeholder')}
          rows={2}
          value={text}
          className="max-h-48!"
          onChange={({ target }) => onType(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {isWriting ? (
          <Button icon={<Square size={14} aria-hidden />} onClick={onStop}>
            {t('composer.stop')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<SendHorizontal size={16} aria-hidden />}
            disabledReason={reason}
            onClick={onSend}
          >
            {t('composer.send')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Opens the file dialog. */
function FilesButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const { t } = useTranslation('playground')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('files.add')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton
        label={t('files.add')}
        icon={<Paperclip size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
