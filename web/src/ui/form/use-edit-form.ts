import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/lib/api.ts'
import { idle } from '#web/lib/lazy/idle.ts'
import { type DraftPlace, dropDraft, loadDraft, saveDraft } from './draft.ts'
import { issueText, loadErrorTexts } from './error-text.ts'

interface EditFormOptions<In extends FieldValues, Out> {
  /** Schema of the contract, for validation before the request. Loaded after the form. */
  schema: () => Promise<ZodMiniType<Out, In>>
  /** Initial values. Key the component by the edited record, so that another record mounts another form. */
  values: In
  /**
   * Sends the values. The messages of an ApiError are put on the fields, or above the form. It may navigate after
   * the response, but must not await the navigation, which itself waits for the save to end.
   */
  save: (values: Out) => Promise<unknown>
  /** Reloads the edited record as form values, so that concurrent changes are not overwritten without asking. */
  stored?: () => Promise<In>
  /** Display texts of values that are not shown as stored, by field. */
  words?: Partial<Record<keyof In, (value: unknown) => string>>
  /** Keeps unsaved input over a reload or a login; for long forms. */
  draft?: DraftPlace
}

/** The state of an edited form. Pass `control` to the fields, the whole object to `<Form>`. */
export interface EditForm<In extends FieldValues, Out = unknown> extends UseFormReturn<In, unknown, Out> {
  /** Validates and saves; does nothing while a save is running. Resolves with whether it saved. */
  send: () => Promise<boolean>
  /** Whether leaving now would lose changes. */
  isUnsaved: () => boolean
  /** The running save, which resolves with whether it saved; null = none. */
  saving: () => Promise<boolean> | null
  /** Resets to the initial values and deletes the draft. */
  discard: () => void
  wasRestored: boolean
  /** Labels by field name, registered by the fields. */
  labels: Map<string, ReactNode>
}

/**
 * Validates fields on blur, then on change. A failed submit focuses the first error. After a successful save
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
  // The values that the user's changes are based on; for a restored draft, the stored base.
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
  // A mutation, so that an expired session is detected.
  const { mutateAsync } = useMutation({ mutationFn: save, meta: { inline: true } })
  useDraft(form, draft, base, saved)

  /** Whether there are no concurrent changes, or the user confirmed overwriting them. */
  async function mayOverwrite(): Promise<boolean> {
    // When the record cannot be loaded, the save reports the error.
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

  const send = () =>
    runAlone(running, () => {
      saved.current = false
      return trySaving()
    })

  return {
    ...form,
    // Read here, since spreading would lose the proxy that tracks the parts in use.
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

/** Runs a save unless one is running. Resolves with whether it saved. */
async function runAlone(running: { current: Promise<boolean> | null }, save: () => Promise<boolean>) {
  if (running.current) return false
  running.current = save()
  try {
    return await running.current
  } finally {
    running.current = null
  }
}

/** Preloads the schema for the first validation. */
function usePreload(schema: () => Promise<unknown>) {
  const load = useEffectEvent(schema)
  useEffect(() => {
    // Errors are ignored: submitting tries again and reports them.
    void idle()
      .then(load)
      .catch(() => {})
  }, [])
}

/**
 * Stores changed fields in the draft, shortly after each change. Unchanged fields are not stored, as they may be
 * newer next time.
 */
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

/** Shows the server's errors on their fields; errors of no field of this form are shown above it. */
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

/**
 * Validates a form with a schema; every field gets its first error. The error texts are loaded when it resolves.
 * Reports no error while the schema cannot be loaded.
 */
function schemaResolver<In extends FieldValues, Out>(
  schema: () => Promise<ZodMiniType<Out, In>>,
  t: TFunction<'form'>,
): Resolver<In, unknown, Out> {
  return async (values) => {
    const loaded = await schema().catch(() => null)
    const result = loaded?.safeParse(values, { error: (issue) => issueText(issue, t) })
    if (!result) return { values: {}, errors: {} }
    if (result.success) return { values: result.data, errors: {} }
    await loadErrorTexts()
    const errors: FieldErrors<In> = {}
    for (const { path, code, message } of result.error.issues.toReversed()) {
      set(errors, path.join('.'), { type: code, message })
    }
    return { values: {}, errors }
  }
}
