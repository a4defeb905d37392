import ImageUp from 'lucide-react/icons/image-up'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPictureAddress } from '#contract/picture-address.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { useOption } from '../drafts/settings-context.ts'
import { specOf } from '../options/sections.ts'
import type { ControlProps } from './option-control.tsx'

/** Base64 needs four characters for three bytes, and the type stands before them. */
const bytesThatFit = (characters: number) => Math.floor(((characters - 40) / 4) * 3)
const kilobytes = (bytes: number) => Math.ceil(bytes / 100) / 10

/** The address of a picture, or a file that is stored as a `data:` URL; with a preview. */
export default function PictureControl({ option, id, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('options')
  const { text, change } = useOption(option)
  const file = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState<number | null>(null)
  const spec = specOf(option)
  const most = bytesThatFit('max' in spec ? spec.max : 0)
  const isData = text.startsWith('data:')

  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = target.files?.[0]
    target.value = ''
    if (!picked) return
    setTooLarge(picked.size > most ? picked.size : null)
    if (picked.size > most) return
    const reader = new FileReader()
    reader.onload = () => change(String(reader.result))
    reader.readAsDataURL(picked)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        {text !== '' && isPictureAddress(text) && (
          <img
            src={text}
            alt={t('picture.preview')}
            className="size-8 shrink-0 rounded-control bg-sunken object-contain"
          />
        )}
        <Input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={wrong}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          value={isData ? `${text.slice(0, text.indexOf(','))}…` : text}
          readOnly={isData}
          onChange={({ target }) => change(target.value)}
        />
        {text !== '' && (
          <IconButton label={t('picture.remove')} icon={<X size={16} aria-hidden />} onClick={() => change('')} />
        )}
        <input ref={file} type="file" accept="image/*" hidden onChange={pick} />
        <Button icon={<ImageUp size={16} aria-hidden />} onClick={() => file.current?.click()}>
          {t('picture.pick')}
        </Button>
      </div>
      {tooLarge !== null && (
        <p role="alert" className="text-danger text-small">
          {t('picture.tooLarge', { size: kilobytes(tooLarge), max: kilobytes(most) })}
        </p>
      )}
    </div>
  )
}
