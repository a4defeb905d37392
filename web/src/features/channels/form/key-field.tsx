import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { keysIn } from '#contract/channel-rules.ts'
import { useStored } from '#web/lib/storage.ts'
import { Field, useField } from '#web/ui/form/field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { droppedText } from './dropped-text.ts'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { joinKey, splitKey } from './key-parts.ts'

const BatchKeys = lazy(() => import('./batch-keys.tsx'))

interface KeyFieldProps {
  control: ChannelControl
  /** Allows more than one key. */
  creating: boolean
  /** The channel whose stored key is used when the field is empty. */
  id: number | undefined
  autoFocus: boolean
}

/** Input for the credential: one field for each part of the type's key, or many keys, one per line. */
export function KeyField(props: KeyFieldProps) {
  const { t } = useTranslation('channels')
  const batch = useWatch({ control: props.control, name: 'batch' })
  return (
    <>
      {batch ? (
        <Suspense fallback={<Skeleton className="h-36" />}>
          <BatchKeys control={props.control} />
        </Suspense>
      ) : (
        <KeyParts {...props} />
      )}
      {props.creating && <SwitchField control={props.control} name="batch" label={t('form.batch')} />}
    </>
  )
}

function KeyParts({ control, creating, id: stored, autoFocus }: KeyFieldProps) {
  const { t } = useTranslation('channels')
  const { t: editor } = useTranslation('editor')
  const language = useStored('language')
  const [shown, setShown] = useState(false)
  const format = typeOf(useWatch({ control, name: 'type' })).key
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'key',
    label: format.parts[0]?.label[language],
  })
  const kept = stored === undefined ? '' : t(creating ? 'form.keyCopied' : 'form.keyKept')
  const help = [kept, format.hint?.[language] ?? ''].filter(Boolean)
  const parts = splitKey(format, value)
  // The error is shown at the missing parts, or at the first part when the whole key was refused.
  const missing = parts.map((part, index) => !format.parts[index]?.optional && part.trim() === '')
  const culprits = missing.includes(true) ? missing : parts.map((_, index) => index === 0)

  const { onPaste, onDrop } = useKeyInput({ control, creating, onChange: field.onChange })
  return format.parts.map(({ name, label }, index) => {
    // The first part has the field's own id, by which the form finds the element to focus.
    const id = index === 0 ? props.id : `${props.id}-${name}`
    const error = culprits[index] ? frame.error : ''
    const isHelped = index === 0 && help.length > 0
    return (
      <Field
        key={name}
        id={id}
        label={label[language]}
        error={error}
        hint={
          isHelped &&
          help.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))
        }
      >
        <Input
          id={id}
          ref={index === 0 ? field.ref : undefined}
          type={shown ? 'text' : 'password'}
          value={parts[index] ?? ''}
          placeholder={format.placeholder?.[language] ?? t('form.keyHint')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={(autoFocus && index === 0) || undefined}
          aria-invalid={error !== ''}
          aria-describedby={[error && `${id}-error`, isHelped && `${id}-hint`].filter(Boolean).join(' ') || undefined}
          onChange={({ target }) => field.onChange(joinKey(format, parts.with(index, target.value)))}
          onBlur={field.onBlur}
          onPaste={onPaste}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
          suffix={
            <IconButton
              size="small"
              label={editor(shown ? 'key.hide' : 'key.show')}
              icon={shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
              onClick={() => setShown(!shown)}
            />
          }
        />
      </Field>
    )
  })
}

interface KeyInputOptions extends Pick<KeyFieldProps, 'control' | 'creating'> {
  onChange: (key: string) => void
}

/** Takes keys that are pasted or dropped. */
function useKeyInput({ control, creating, onChange }: KeyInputOptions) {
  const { t: editor } = useTranslation('editor')
  const { field: batch } = useController({ control, name: 'batch' })
  // Pasting several keys into the single field switches to a batch. A JSON key file is one key.
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    if (!text.includes('\n')) return
    const [only, ...others] = keysIn(text)
    if (!creating && others.length > 0) return
    event.preventDefault()
    if (others.length === 0) return onChange(only ?? '')
    onChange(text)
    batch.onChange(true)
  }
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void droppedText(event).then((text) => {
      const [only, ...others] = keysIn(text)
      // A file without a key, or with several where one is expected, leaves the field unchanged.
      if (only === undefined || (others.length > 0 && !creating)) return toast.warning(editor('key.noneInFile'))
      onChange(others.length > 0 ? text.trim() : only)
      if (others.length > 0) batch.onChange(true)
    })
  }
  return { onPaste, onDrop }
}
