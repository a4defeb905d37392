import FileText from 'lucide-react/icons/file-text'
import Music from 'lucide-react/icons/music'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { KeptFile } from './file-kinds.ts'
import { dataOf, loadFiles } from './file-store.ts'
import { sizeText } from './size-text.ts'

interface FileChipProps {
  file: KeptFile
  /** Absent where the file has been sent. */
  onRemove?: () => void
}

/** A file of a question; pictures are shown. */
export function FileChip({ file, onRemove }: FileChipProps) {
  const { t } = useTranslation('playground')
  const { id, name, kind, bytes } = file
  const url = useContent(file)
  const Icon = kind === 'audio' ? Music : FileText
  return (
    <li className="flex max-w-60 items-center gap-2 rounded-card border border-line bg-raised p-1 pe-2">
      {kind === 'image' && url ? (
        <img src={url} alt="" className="size-10 shrink-0 rounded-control object-cover" />
      ) : (
        <span className="flex size-10 shrink-0 items-center justify-center text-muted">
          <Icon size={20} aria-hidden />
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate">{name}</span>
        <span className="block text-muted text-small tabular-nums">
          {url === null ? t('files.gone') : sizeText(bytes)}
        </span>
      </span>
      {onRemove && (
        <IconButton
          key={id}
          size="small"
          label={t('files.remove', { name })}
          icon={<X size={14} aria-hidden />}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

/** The content of a file; undefined while it is loading, null if the browser no longer has it. */
function useContent(file: KeptFile): string | null | undefined {
  const [url, setUrl] = useState<string | null | undefined>(() => dataOf(file.id))
  useEffect(() => {
    if (dataOf(file.id) !== undefined) return
    let isLeft = false
    void loadFiles([file])
      .catch(() => {})
      .then(() => {
        if (!isLeft) setUrl(dataOf(file.id) ?? null)
      })
    return () => {
      isLeft = true
    }
  }, [file])
  return url
}
