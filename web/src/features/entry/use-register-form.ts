import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'
import { isToldEarly, problemsOf, REGISTER_FIELDS, type RegisterField, type RegisterForm } from './register-rules.ts'

const EMPTY: RegisterForm = { username: '', password: '', repeat: '', email: '', code: '' }
const DRAFT = { key: 'register', secrets: ['password', 'repeat', 'code'] }

/** What the server calls a field where it has another name. */
const SERVER_NAMES: Partial<Record<RegisterField, string>> = { code: 'verification_code', repeat: 'password2' }

/** The registration form: what is typed (name and address survive a reload), and what is wrong with it. */
export function useRegisterForm(needsEmail: boolean) {
  const { t } = useTranslation('entry')
  const [form, setForm] = useState(() => loadDraft(DRAFT, { ...EMPTY })?.values ?? EMPTY)
  const [left, setLeft] = useState<ReadonlySet<RegisterField>>(new Set())
  const [wasSent, setWasSent] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const problems = problemsOf(form, needsEmail)

  const change = (field: RegisterField, value: string) => {
    const next = { ...form, [field]: value }
    setForm(next)
    saveDraft(DRAFT, { ...EMPTY }, { ...next })
    setRefused(({ [SERVER_NAMES[field] ?? field]: _, ...rest }) => rest)
  }
  const errorOf = (field: RegisterField): string | undefined => {
    const refusal = refused[SERVER_NAMES[field] ?? field]
    if (refusal) return refusal
    const problem = problems[field]
    const isTold = problem && (wasSent || isToldEarly(problem, form, left.has(field)))
    return isTold ? t(`problem.${problem}`) : undefined
  }
  return {
    form,
    problems,
    change,
    errorOf,
    /** What a field's input needs. */
    bind: (field: RegisterField) => ({
      name: field,
      value: form[field],
      error: errorOf(field),
      onChange: (event: { target: { value: string } }) => change(field, event.target.value),
      onBlur: () => setLeft((fields) => new Set(fields).add(field)),
    }),
    /** Tells all problems; answers the first field with one. */
    check(): RegisterField | undefined {
      setWasSent(true)
      return REGISTER_FIELDS.find((field) => problems[field])
    },
    /** Tells one field's problem at once. */
    tell: (field: RegisterField, text: string) => setRefused((all) => ({ ...all, [field]: text })),
    /** Puts what the server refuses to its fields; answers the text that belongs to none. */
    refuse(error: Error): string {
      const fields = error instanceof ApiError ? error.fields : {}
      setRefused(fields)
      return Object.keys(fields).length > 0 ? '' : error.message
    },
    done: () => dropDraft(DRAFT),
  }
}
