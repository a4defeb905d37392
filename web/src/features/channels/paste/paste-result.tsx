import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Info from 'lucide-react/icons/info'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joinWords } from '#web/lib/format-words.ts'
import { useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { type ChannelForm, chooseType } from '../form/choose-type.ts'
import { type Filled, type Guess, type Recognised, recognise } from './recognise.ts'

interface Props {
  form: ChannelForm
  pasted: { text: string }
}

/** The recognised values without the pasted text, which is written to the fields and not kept. */
type Told = Pick<Recognised, 'guesses' | 'anybodys' | 'placeholder'> & { filled: (keyof Filled)[] }

/**
 * Fills the form from a pasted text and shows what was recognised. Where several types match, the user
 * chooses.
 */
export default function PasteResult({ form, pasted }: Props) {
  const [told, setTold] = useState<Told | null>(null)
  const read = useEffectEvent((text: string) => {
    const { guesses, common, anybodys, placeholder } = recognise(text)
    const [only, ...others] = guesses
    const sure = others.length === 0 ? only : undefined
    const filled = fillForm(form, sure?.fields ?? common, sure?.type)
    setTold({ guesses, anybodys, placeholder, filled })
  })
  useEffect(() => read(pasted.text), [pasted])
  return told && <Report form={form} told={told} onChosen={setTold} />
}

function Report({ form, told, onChosen }: { form: ChannelForm; told: Told; onChosen: (told: Told) => void }) {
  const { t, i18n } = useTranslation('editor')
  const language = useStored('language')
  const { guesses, filled, anybodys, placeholder } = told
  const list = joinWords(
    filled.map((field) => t(`paste.field.${field}`)),
    i18n.language,
  )
  const choose = (guess: Guess) => {
    const filled = fillForm(form, guess.fields, guess.type)
    onChosen({ ...told, guesses: [guess], anybodys: false, filled })
  }
  const only = guesses.length === 1 ? guesses[0] : undefined
  const type = only?.type.name[language]
  if (guesses.length === 0 && filled.length === 0) {
    return <Line sign="help">{t(placeholder ? 'paste.placeholderOnly' : 'paste.nothing')}</Line>
  }
  return (
    <>
      {type && (
        <Line sign="done">
          {filled.length > 0 ? t('paste.recognised', { type, list }) : t('paste.recognisedType', { type })}
        </Line>
      )}
      {guesses.length === 0 && <Line sign="help">{t('paste.noType', { list })}</Line>}
      {guesses.length > 1 && (
        <>
          <Line sign="help">
            {filled.length > 0
              ? t('paste.several', { count: guesses.length, list })
              : t('paste.severalOnly', { count: guesses.length })}
          </Line>
          <fieldset className="mt-1 flex flex-wrap gap-1">
            <legend className="sr-only">{t('paste.choose')}</legend>
            {guesses.map((guess) => (
              <Button key={guess.type.id} size="small" onClick={() => choose(guess)}>
                {guess.type.name[language]}
              </Button>
            ))}
          </fieldset>
        </>
      )}
      {anybodys && <Line sign="note">{t('paste.anybodys')}</Line>}
      {placeholder && <Line sign="note">{t('paste.placeholder')}</Line>}
    </>
  )
}

const SIGNS = {
  done: <CircleCheck size={14} className="mt-0.75 shrink-0 text-success" aria-hidden />,
  help: <CircleHelp size={14} className="mt-0.75 shrink-0 text-warning" aria-hidden />,
  note: <Info size={14} className="mt-0.75 shrink-0 text-primary" aria-hidden />,
}

function Line({ sign, children }: { sign: keyof typeof SIGNS; children: ReactNode }) {
  return (
    <p className="mt-1 flex gap-1.5">
      {SIGNS[sign]}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}

/**
 * Writes recognised values into a form; with a guess, its type as well. Returns the names of the filled
 * fields.
 */
function fillForm(form: ChannelForm, fields: Filled, type?: Guess['type']): (keyof Filled)[] {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  if (type) {
    const before = form.getValues('models')
    chooseType(form, String(type.id), fields.other)
    // The models of a self-hosted gateway are not those of the vendor's list.
    if (fields.base_url && !fields.models) form.setValue('models', before, options)
  }
  if (fields.models) form.setValue('models', fields.models, options)
  if (fields.batch) form.setValue('batch', true, options)
  for (const name of ['key', 'base_url', 'openai_organization'] as const) {
    const value = fields[name]
    if (value === undefined) continue
    // Errors about the former value, the server's included, no longer apply.
    form.clearErrors(name)
    form.setValue(name, value, options)
  }
  return (Object.keys(fields) as (keyof Filled)[]).filter((name) => name !== 'batch' && fields[name] !== '')
}
