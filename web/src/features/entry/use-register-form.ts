import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'
import { isToldEarly, problemsOf, REGISTER_FIELDS, type RegisterField, type RegisterForm } from './register-rules.ts'

const EMPTY: RegisterForm = { username: '', password: '', repeat: '', email: '', code: '' }
const DRAFT = { key: 'register', secrets: ['password', 'repeat', 'code'] }

/** The server's names of fields, where they differ. */
const SERVER_NAMES: Partial<Record<RegisterField, string>> = { code: 'verification_code', repeat: 'password2' }

/** State of the registration form: values (name and address survive a reload) and errors. */
export function useRegisterForm(needsEmail: boolean) {
  const { t } = useTranslation('entry')
  const [form, setForm] = useState(() => loadDraft(DRAFT, { ...EMPTY })?.values ?? EMPTY)
  const [left, setLeft] = useState<ReadonlySet<RegisterField>>(new Set())
  const [wasSent, setWasSent] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  // A code that was sent a moment ago is not missing yet.
  const [isCodeAwaited, setCodeAwaited] = useState(false)
  const problems = problemsOf(form, needsEmail)

  const change = (field: RegisterField, value: string) => {
    const next = { ...form, [field]: value }
    setForm(next)
    if (field === 'code') setCodeAwaited(false)
    saveDraft(DRAFT, { ...EMPTY }, { ...next })
    setRefused(({ [SERVER_NAMES[field] ?? field]: _, ...rest }) => rest)
  }
  const errorOf = (field: RegisterField): string | undefined => {
    const refusal = refused[SERVER_NAMES[field] ?? field]
    if (refusal) return refusal
    const problem = problems[field]
    if (problem === 'codeMissing' && isCodeAwaited) return undefined
    const isTold = problem && (wasSent || isToldEarly(problem, form, left.has(field)))
    return isTold ? t(`problem.${problem}`) : undefined
  }
  return {
    form,
    problems,
    change,
    errorOf,
    /** Returns the props of a field's input. */
    bind: (field: RegisterField) => ({
      name: field,
      value: form[field],
      error: errorOf(field),
      onChange: (event: { target: { value: string } }) => change(field, event.target.value),
      onBlur: () => setLeft((fields) => new Set(fields).add(field)),
    }),
    /** Shows all errors; returns the first field with one. */
    check(): RegisterField | undefined {
      setWasSent(true)
      setCodeAwaited(false)
      return REGISTER_FIELDS.find((field) => problems[field])
    },
    /** Takes back what was said of the code, as a new one is on its way. */
    awaitCode(): void {
      setCodeAwaited(true)
      setRefused(({ verification_code: _, ...rest }) => rest)
    },
    /** Shows one field's error at once. */
    tell: (field: RegisterField, text: string) => setRefused((all) => ({ ...all, [field]: text })),
    /** Shows the server's errors at their fields; returns the text that belongs to no field. */
    refuse(error: Error): string {
      const fields = error instanceof ApiError ? error.fields : {}
      setRefused(fields)
      return Object.keys(fields).length > 0 ? '' : error.message
    },
    done: () => dropDraft(DRAFT),
  }
}
