import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/lib/api.ts'
import { idle } from '#web/lib/idle.ts'
import { type DraftPlace, dropDraft, loadDraft, saveDraft } from './draft.ts'
import { loadErrorTexts } from './error-text.ts'
import { schemaResolver } from './resolver.ts'

interface EditFormOptions<In extends FieldValues, Out> {
  /** From the contract: what the server checks, checked before it is asked. Loaded when the form is there. */
  schema: () => Promise<ZodMiniType<Out, In>>
  /** Starting values. Key the component by the edited record, so that another record starts another form. */
  values: In
  /**
   * Sends the values. An ApiError puts its messages on the fields, or above the form. It may navigate away when the
   * answer is there, but must not wait for that: leaving waits for the save to end.
   */
  save: (values: Out) => Promise<unknown>
  /** Reads the edited record again, as the form holds it: what others changed meanwhile is not overwritten unasked. */
  stored?: () => Promise<In>
  /** Words for values that only their field can show, by field. */
  words?: Partial<Record<keyof In, (value: unknown) => string>>
  /** Keeps unsaved input over a reload or a login; for long forms. */
  draft?: DraftPlace
}

/** A form being filled in. `control` goes to the fields, the whole to `<Form>`. */
export interface EditForm<In extends FieldValues, Out = unknown> extends UseFormReturn<In, unknown, Out> {
  /** Validates and saves; does nothing while a save is under way. Resolves with whether it saved. */
  send: () => Promise<boolean>
  /** Whether leaving now would lose something. */
  isUnsaved: () => boolean
  /** The save under way, which resolves with whether it saved; null while there is none. */
  saving: () => Promise<boolean> | null
  /** The starting values again, and no draft. */
  discard: () => void
  wasRestored: boolean
  /** What stands before the fields by their names; the fields fill it. */
  labels: Map<string, ReactNode>
}

/**
 * Fields are checked when left, then while typing. A refused submit goes to the first problem. After a successful save
 * nothing counts as unsaved, so the caller may navigate away.
 */
export function useEditForm<In extends FieldValues, Out>(options: EditFormOptions<In, Out>): EditForm<In, Out> {
  const { schema, values, save, draft, stored, words } = options
  const { t } = useTranslation('form')
  const { t: common } = useTranslation()
  const [restored, setRestored] = useState(() => (draft ? loadDraft(draft, values) : null))
  const running = useRef<Promise<boolean> | null>(null)
  const saved = useRef(false)
  const [labels] = useState(() => new Map<string, ReactNode>())
  // What the person saw: of a restored change, what it was a change of.
  const [base, setBase] = useState<In>(restored?.base ?? values)

  const form = useForm<In, unknown, Out>({
    defaultValues: values as DefaultValues<In>,
    values: restored?.values,
    resetOptions: { keepDefaultValues: true },
    mode: 'onTouched',
    resolver: schemaResolver(schema, t),
  })
  const { isDirty } = form.formState
  usePreload(schema)
  // A mutation, because those notice when the session has ended.
  const { mutateAsync } = useMutation({ mutationFn: save, meta: { inline: true } })
  useDraft(form, draft, base, saved)

  /** Whether nobody else changed what is about to be overwritten, or that was said to be right. */
  async function mayOverwrite(): Promise<boolean> {
    // When it cannot be read, the save itself will tell why.
    const now = await stored?.().catch(() => null)
    if (!now) return true
    const code = await import('./ask-overwrite.tsx').catch(() => null)
    if (!code) showRefusal(form, new ApiError(common('error.offline'), 0))
    const asked = await code?.askOverwrite({ base, now, edited: form.getValues(), labels, words })
    if (asked === 'overwrite') setBase(now)
    return asked === 'overwrite' || asked === 'unneeded'
  }

  async function trySaving() {
    const ready = await schema().catch(() => null)
    if (!ready) showRefusal(form, new ApiError(common('error.offline'), 0))
    else
      await form.handleSubmit(async (output) => {
        if (!(await mayOverwrite())) return
        try {
          await mutateAsync(output)
          saved.current = true
          if (draft) dropDraft(draft)
        } catch (error) {
          if (draft && isDirty) saveDraft(draft, base, form.getValues())
          showRefusal(form, error)
        }
      })()
    return saved.current
  }

  async function send() {
    if (running.current) return false
    saved.current = false
    running.current = trySaving()
    try {
      return await running.current
    } finally {
      running.current = null
    }
  }

  return {
    ...form,
    // Read here, since spreading would lose the proxy that notes which parts are in use.
    formState: form.formState,
    send,
    isUnsaved: () => isDirty && !saved.current,
    saving: () => running.current,
    discard() {
      if (draft) dropDraft(draft)
      saved.current = false
      setRestored(null)
      setBase(values)
      form.reset(values)
    },
    wasRestored: restored !== null,
    labels,
  }
}

/** Fetches what the first check takes as soon as the form is there. */
function usePreload(schema: () => Promise<unknown>) {
  const load = useEffectEvent(schema)
  useEffect(() => {
    // When it fails now, sending tries again and tells.
    void idle()
      .then(() => Promise.all([load(), loadErrorTexts()]))
      .catch(() => {})
  }, [])
}

/** Writes what differs from the form's start to the draft, a moment after each change. The rest may be newer next time. */
function useDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  draft: DraftPlace | undefined,
  base: In,
  saved: { current: boolean },
) {
  const place = useRef(draft)
  const keep = useEffectEvent((at: DraftPlace, values: In) => saveDraft(at, base, values))
  useEffect(() => {
    const at = place.current
    if (!at) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback({ values, isDirty }) {
        clearTimeout(timer)
        timer = setTimeout(() => (isDirty && !saved.current ? keep(at, values) : dropDraft(at)), 300)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form.subscribe, saved])
}

/** Puts the server's refusal where it belongs; what names no field of this form stands above it. */
function showRefusal<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, error: unknown) {
  const known = Object.entries(error instanceof ApiError ? error.fields : {}).filter(
    ([name]) => name in form.getValues(),
  )
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as Path<In>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  if (known.length) return
  const message = error instanceof Error ? error.message : String(error)
  const requestId = error instanceof ApiError ? error.requestId : ''
  form.setError('root.server', { type: requestId, message })
}
