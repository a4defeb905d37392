import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { firstField } from '../overlay/first-field.ts'
import { toast } from '../toast/toast.tsx'
import { errorText } from './error-text.ts'
import { FieldLabels } from './field-labels.ts'
import { FormLayout } from './form-layout.tsx'
import type { EditForm } from './use-edit-form.ts'

interface FormProps<In extends FieldValues, Out> {
  form: EditForm<In, Out>
  /** Names the form for screen readers. */
  label: string
  /** Text of the submit button. */
  save: string
  onCancel: () => void
  /** The submit button is less prominent, because another action comes first. */
  quiet?: boolean
  /** Stands before the buttons. */
  summary?: ReactNode
  /** Stands between the buttons. */
  furtherButton?: ReactNode
  children: ReactNode
}

/** From this number of errors on, they are also listed above the form. */
const SUMMARY_FROM = 4

/** A form that fills its drawer: fields scroll, buttons stay. ⌘↵ saves from any field. */
export function Form<In extends FieldValues, Out>({ form, label, children, ...footer }: FormProps<In, Out>) {
  const { t } = useTranslation('form')
  const element = useRef<HTMLFormElement>(null)
  // Before anything can be pressed: a later focus would blur the pressed control, and scroll it away.
  useLayoutEffect(() => firstField(element.current)?.focus(), [])
  const tellRepeated = () => void toast.info(t('repeated'))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    if (event.repeat) return
    if (form.saving()) tellRepeated()
    else void form.send()
  }
  // Ignores the second press of a double click.
  const onClick = ({ target, detail }: MouseEvent) => {
    if (form.saving() && detail < 2 && (target as Element).closest('[type=submit]')) tellRepeated()
  }
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      data-saving={form.formState.isSubmitting || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <FieldLabels value={form.labels}>
        <FormLayout footer={<FormFooter {...footer} saving={form.formState.isSubmitting} />}>
          {form.wasRestored && <RestoredNote onDiscard={form.discard} />}
          <ErrorSummary form={form} />
          {children}
        </FormLayout>
      </FieldLabels>
    </form>
  )
}

function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('form')
  const discard = (
    <Button size="small" onClick={onDiscard}>
      {t('draft.discard')}
    </Button>
  )
  return (
    <Banner tone="info" role="status" action={discard}>
      {t('draft.restored')}
    </Banner>
  )
}

/** The error of no specific field, and the list of errors when there are many; then it takes the focus. */
function ErrorSummary<In extends FieldValues, Out>({ form }: { form: EditForm<In, Out> }) {
  const { t } = useTranslation('form')
  const language = useStored('language')
  const labels = useContext(FieldLabels)
  const box = useRef<HTMLDivElement>(null)
  const { errors, submitCount } = form.formState
  const { root, ...fields } = errors as FieldErrors
  const refusal = root?.server
  const problems = Object.entries(fields)
  const listed = submitCount > 0 && problems.length >= SUMMARY_FROM
  useEffect(() => {
    if (submitCount === 0 || !(listed || refusal)) return
    // The form library focuses the first error in a timeout; this later timeout overrides it.
    const timer = setTimeout(() => box.current?.focus())
    return () => clearTimeout(timer)
  }, [submitCount, listed, refusal])
  if (!refusal && !listed) return null
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Banner tone="danger" role="alert">
        {refusal && <p>{refusal.message}</p>}
        {refusal?.type && <p className="text-small">{t('failed.requestId', { id: String(refusal.type) })}</p>}
        {listed && (
          <>
            <p className="font-strong">{t('summary.title', { count: problems.length })}</p>
            <ul className="mt-1">
              {problems.map(([name, problem]) => (
                <li key={name}>
                  <button
                    type="button"
                    className="min-h-6 text-start underline"
                    onClick={() => form.setFocus(name as Parameters<typeof form.setFocus>[0])}
                  >
                    {labels.get(name)}: {errorText(problem?.message as string | undefined, language)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Banner>
    </div>
  )
}

type FormFooterProps = Omit<FormProps<never, never>, 'form' | 'label' | 'children'> & { saving: boolean }

/** Cancel, and submit by button or ⌘↵. A running save cannot be cancelled. */
function FormFooter({ save, saving, quiet, onCancel, summary, furtherButton }: FormFooterProps) {
  const { t } = useTranslation()
  const { t: form } = useTranslation('form')
  return (
    <>
      {summary}
      {/* Three buttons do not fit in one row on a phone, where the drawer has a close button too. */}
      <Button
        className={furtherButton ? 'max-sm:hidden' : undefined}
        disabledReason={saving && form('saving')}
        onClick={onCancel}
      >
        {t('action.cancel')}
      </Button>
      {furtherButton}
      <Button type="submit" variant={quiet ? 'default' : 'primary'} keys="mod+enter" loading={saving}>
        {save}
      </Button>
    </>
  )
}
