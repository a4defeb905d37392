import { useMutation, useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, lazy, memo, startTransition, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fetchChannelModels } from '#contract/api/channel-checks.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Field, useField } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { ChannelControl, ChannelFormOutput } from '../form/form-schema.ts'
import { type ChannelFormValues, typeOf } from '../form/form-values.ts'
import { addNames } from '../form/model-names.ts'
import { useRoutingPreview } from '../form/routing-preview-query.ts'
import { WAY_SETTINGS } from '../form/settings-text.ts'
import { wrapError } from '../form/wrap-error.ts'
import { knownModelsQuery } from '../queries/channel-list.ts'
import { ModelNotes, ModelSummary } from './model-notes.tsx'
import { similarNames } from './similar-names.ts'

interface ModelFieldsProps {
  control: ChannelControl
  /** The stored channel that the form edits or copies. */
  id: number | undefined
  /** The edited channel; no other channel. */
  stored: number | undefined
}

const NONE: readonly string[] = []

/** The models of the channel: chosen from a list, filled in as a set, typed or pasted. */
function ModelFields({ control, id, stored }: ModelFieldsProps) {
  const { t } = useTranslation('channels')
  const { t: form } = useTranslation('form')
  const { t: editor } = useTranslation('editor')
  const { data: known = NONE } = useQuery(knownModelsQuery)
  const related = typeOf(useWatch({ control, name: 'type' })).models
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string[]>({
    control,
    name: 'models',
    label: t('form.models'),
  })
  const outlook = useRoutingPreview(control, stored)
  const marks = new Map(outlook?.models.map((each) => [each.model, <ModelNotes key={each.model} model={each} />]))
  const options = [...new Set([...value, ...related, ...known])].map((model) => ({
    value: model,
    mark: marks.get(model),
  }))
  const nearOnes = useMemo(() => similarNames(value, known), [value, known])
  const [near] = nearOnes
  const summary = value.length > 0 && (
    <span className="flex flex-wrap gap-x-3">
      <span>{form('choices.count', { count: value.length })}</span>
      {near && <span className="text-warning">{editor('models.near', { ...near, count: nearOnes.length })}</span>}
      {outlook && <ModelSummary models={outlook.models.filter(({ model }) => value.includes(model))} />}
    </span>
  )
  // Hundreds of chips render in chunks. Values filled in meanwhile are added to the latest value.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const fill = (models: readonly string[]) => {
    const all = [...new Set([...latest.current, ...models])]
    latest.current = all
    startTransition(() => field.onChange(all))
  }
  return (
    <>
      <Field {...frame} hint={summary}>
        <MultiCombobox
          {...{ ...props, options, value }}
          placeholder={t('form.modelsHint')}
          creatable
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      </Field>
      <div className="-mt-2 flex flex-wrap gap-1">
        <Button
          size="small"
          disabledReason={related.length === 0 && t('form.modelsRelatedNone')}
          onClick={() => fill(related)}
        >
          {t('form.modelsRelated')}
        </Button>
        <Button size="small" onClick={() => fill(known)}>
          {t('form.modelsAll')}
        </Button>
        <FetchModelsButton control={control} id={id} stored={stored} onChosen={field.onChange} />
        <Button size="small" onClick={() => field.onChange([])}>
          {t('form.modelsClear')}
        </Button>
      </div>
      <CustomModels models={value} onAdd={field.onChange} />
    </>
  )
}

// The form renders on every key press; rendering hundreds of chips each time would be slow.
export default memo(ModelFields)

interface CustomModelsProps {
  models: readonly string[]
  onAdd: (models: string[]) => void
}

/** Adds names that no list contains. Duplicates are skipped and reported. */
function CustomModels({ models, onAdd }: CustomModelsProps) {
  const { t } = useTranslation('channels')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [result, setResult] = useState({ added: 0, skipped: 0 })

  function add(text: string) {
    const { all, added, skipped } = addNames(models, text)
    if (added > 0) onAdd(all)
    setResult({ added, skipped })
    setTyped('')
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!text.trim().includes('\n')) return
    // A single-line input would join the names.
    event.preventDefault()
    add(text)
  }
  const outcome = [
    result.added > 0 && t('form.modelsAdded', { count: result.added }),
    result.skipped > 0 && t('form.modelsExist', { count: result.skipped }),
  ].flatMap((text) =>
    text ? (
      <span key={text} className="me-1">
        {text}
      </span>
    ) : (
      []
    ),
  )
  return (
    <Field
      id={id}
      label={t('form.modelsCustom')}
      optional
      hint={<span aria-live="polite">{outcome.length > 0 ? outcome : t('form.modelsCustomSplit')}</span>}
    >
      <span className="flex gap-2">
        <Input
          id={id}
          aria-describedby={`${id}-hint`}
          value={typed}
          placeholder={t('form.modelsCustomHint')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onPaste={onPaste}
          onKeyDown={(event) => {
            const sends = event.key === 'Enter' && !event.metaKey && !event.ctrlKey && !event.nativeEvent.isComposing
            if (!sends) return
            event.preventDefault()
            add(typed)
          }}
        />
        <Button onClick={() => add(typed)}>{t('form.modelsAdd')}</Button>
      </span>
    </Field>
  )
}

interface FetchModelsProps {
  control: ChannelControl
  /** The stored channel that the form edits or copies. */
  id: number | undefined
  /** The channel that it edits. */
  stored: number | undefined
  onChosen: (models: string[]) => void
}

/** The fields that decide who is asked, and how. */
const ASKED = ['type', 'base_url', 'openai_organization', 'other', ...WAY_SETTINGS] as const

const FetchedModels = lazy(() => import('./fetched-models.tsx'))

/**
 * Fetches the upstream's models to choose from. Uses the stored address and key while the form does not change
 * them.
 */
function FetchModelsButton({ control, id, stored: edited, onChosen }: FetchModelsProps) {
  const { t } = useTranslation('channels')
  const values = useWatch({ control }) as ChannelFormValues
  const { dirtyFields } = useFormState({ control })
  const isChanged = ASKED.some((name) => dirtyFields[name])
  const stored = id !== undefined && !values.key && !isChanged ? id : undefined
  async function fetchModels() {
    if (stored !== undefined) return call(fetchChannelModels, { params: { id: stored } })
    const { probedModels } = await import('../probe/probe-steps.ts')
    return probedModels({ values, id })
  }
  const fetching = useMutation({
    mutationFn: () => fetchModels().catch(wrapError((message) => t('form.modelsFetchFailed', { message }))),
    onSuccess(models) {
      if (!models) return void toast.error(t('form.modelsFetchUnsupported'))
      toast.success(t('form.modelsFetched'))
      void openOverlay<void>((close) => (
        <FetchedModels
          listed={models}
          chosen={values.models}
          type={values.type}
          id={edited}
          onChosen={onChosen}
          onClose={close}
        />
      ))
    },
  })
  const isTold = typeOf(values.type).listsModels !== false
  const needsKey = id === undefined && !values.key?.trim()
  return (
    <Button
      size="small"
      loading={fetching.isPending}
      disabledReason={isTold ? needsKey && t('form.modelsFetchKey') : t('form.modelsFetchUnsupported')}
      onClick={() => fetching.mutate()}
    >
      {t('form.modelsFetch')}
    </Button>
  )
}
