import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import X from 'lucide-react/icons/x'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROBE_STEPS, type ProbeStep, type ProbeStepName } from '#contract/api/channel-checks.ts'
import { ApiError } from '#web/lib/api.ts'
import { useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { type ChannelForm, chooseType } from '../form/choose-type.ts'
import { typeOf } from '../form/form-values.ts'
import { readTested } from '../tests/channel-checks.ts'
import { type ProbeFix, probeFix } from './probe-fix.ts'
import { type Probed, probeSteps } from './probe-steps.ts'

const FormModelTests = lazy(() => import('./form-model-tests.tsx'))

interface ProbePanelProps {
  form: ChannelForm
  probed: Probed
  /** Tests the current form values. */
  onAgain: () => void
  onClose: () => void
  /** Called with the fields that were refused before the test, each with its message. */
  onRefused: (fields: Record<string, string>) => void
  onOutcome: (failed: boolean) => void
}

/** Tests a form's values and shows the steps as they finish: duration, failure and a suggested fix. */
export default function ProbePanel({ form, probed, onAgain, onClose, onRefused, onOutcome }: ProbePanelProps) {
  const { t } = useTranslation('probe')
  const { running, steps, refusal } = useProbe(probed, onRefused)
  const failed = steps.find(({ state }) => state === 'failed')
  const next = running && !failed ? PROBE_STEPS[steps.length] : undefined
  const isDone = !running && !failed && refusal === ''
  const fix = running ? undefined : probeFix(steps, probed.values)
  const tell = useEffectEvent(onOutcome)
  const client = useQueryClient()
  useEffect(() => {
    if (running) return
    tell(failed !== undefined || refusal !== '')
    // When the form holds the stored values, this was a test of the channel itself, so its row is refreshed.
    if (probed.id !== undefined) void readTested(client, probed.id).catch(() => {})
  }, [running, failed, refusal, probed.id, client])
  const panel = useRef<HTMLElement>(null)
  const mend = (change: ProbeFix) => {
    // The button is removed; the focus moves so that the form's keyboard shortcuts keep working.
    panel.current?.focus()
    applyFix(form, change)
    onAgain()
  }
  const testAll = () =>
    void openOverlay<void>((close) => <FormModelTests form={form} probed={probed} onClose={close} />)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('title')}
      className="relative max-h-[45dvh] w-full overflow-y-auto rounded-card bg-sunken p-3 pe-10"
    >
      <ol className="flex flex-wrap gap-x-4 gap-y-1" aria-live="polite">
        {steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
        {next && <Running step={next} />}
      </ol>
      <div role="alert">
        {refusal && <p className="text-danger">{refusal}</p>}
        {failed && (
          <p className="mt-2 font-strong">
            {failed.step === 'stream' ? t('verdict.no_stream') : t(`verdict.${failed.verdict}`)}
          </p>
        )}
      </div>
      {failed && <ProbeDetails step={failed} />}
      {fix && failed && <Fix fix={fix} wrong onMend={() => mend(fix)} />}
      {isDone && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <p className="me-auto flex items-center gap-1 text-success">{t('done')}</p>
          {probed.values.models.length > 1 && (
            <Button size="small" onClick={testAll}>
              {t('testAll', { count: probed.values.models.length })}
            </Button>
          )}
        </div>
      )}
      {fix && !failed && <Fix fix={fix} wrong={false} onMend={() => mend(fix)} />}
      {!running && !failed && steps.length > 0 && (
        <details className="mt-1 text-small">
          <summary className="min-h-6 cursor-pointer text-muted">{t('details')}</summary>
          {steps
            .filter(({ sent }) => sent)
            .map((step) => (
              <ProbeDetails key={step.step} step={step} />
            ))}
        </details>
      )}
      <IconButton
        size="small"
        label={t('close')}
        icon={<X size={14} aria-hidden />}
        className="absolute end-2 top-2"
        onClick={onClose}
      />
    </section>
  )
}

/** Shows the suggested fix and the button that applies it. */
function Fix({ fix: { name, about }, wrong, onMend }: { fix: ProbeFix; wrong: boolean; onMend: () => void }) {
  const { t } = useTranslation('probe')
  const language = useStored('language')
  const words = { ...about, type: about.type === undefined ? '' : typeOf(about.type).name[language] }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 basis-48 break-words">{t(`fix.${name}`, words)}</p>
      <Button size="small" variant={wrong ? 'primary' : 'default'} onClick={onMend}>
        {t(wrong ? 'fixIt' : 'apply')}
      </Button>
    </div>
  )
}

const SIGNS = {
  passed: <Check size={15} className="text-success" aria-hidden />,
  failed: <X size={15} className="text-danger" aria-hidden />,
  skipped: <CircleDashed size={15} className="text-muted" aria-hidden />,
}

function StepLine({ step: { step, state, ms, models, model } }: { step: ProbeStep }) {
  const { t } = useTranslation('probe')
  return (
    <li className="inline-flex items-center gap-1">
      {SIGNS[state]}
      <span>{t(`step.${step}`)}</span>
      <span className="sr-only">{t(`state.${state}`)}</span>
      <span className="text-small text-muted tabular-nums">
        {state === 'skipped' ? t('skipped') : models ? t('models', { count: models.length }) : t('ms', { ms })}
        {step === 'answer' && model && ` · ${model}`}
      </span>
    </li>
  )
}

function Running({ step }: { step: ProbeStepName }) {
  const { t } = useTranslation('probe')
  return (
    <li className="inline-flex items-center gap-1 text-muted">
      <LoaderCircle size={15} className="animate-spin" aria-hidden />
      {t(`step.${step}`)}
    </li>
  )
}

/** Writes a fix into the form. A new type sets its own additional field as well. */
function applyFix(form: ChannelForm, { values: { type, ...values } }: ProbeFix): void {
  if (type !== undefined) chooseType(form, type)
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  for (const [name, value] of Object.entries(values)) {
    form.clearErrors(name as keyof typeof values)
    form.setValue(name as keyof typeof values, value, options)
  }
}

/** Shows the request of a step, without secrets, and its response. */
function ProbeDetails({ step: { sent, body, status, message } }: { step: ProbeStep }) {
  const { t } = useTranslation('probe')
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-small">
      {sent && (
        <>
          <dt className="text-muted">{t('sent')}</dt>
          <dd className="font-mono break-all">
            {sent}
            {body && <span className="block text-muted">{body}</span>}
          </dd>
        </>
      )}
      {(status > 0 || message) && (
        <>
          <dt className="text-muted">{t('answered')}</dt>
          <dd className="break-words">{[status > 0 && status, message].filter(Boolean).join(' · ')}</dd>
        </>
      )}
    </dl>
  )
}

interface ProbeState {
  running: boolean
  steps: readonly ProbeStep[]
  /** Why the form was refused before the test. */
  refusal: string
}

const BEGUN: ProbeState = { running: true, steps: [], refusal: '' }

/**
 * Tests a form's values step by step. Changed values start over; unmounting aborts. `onRefused` gets the
 * fields that the server refused, each with its message.
 */
function useProbe(probed: Probed, onRefused: (fields: Record<string, string>) => void): ProbeState {
  const [state, setState] = useState(BEGUN)
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    const trial = new AbortController()
    setState(BEGUN)
    void run(probed, trial.signal, setState).then((fields) => fields && !trial.signal.aborted && refuse(fields))
    return () => trial.abort()
  }, [probed])
  return state
}

/** Returns the refused fields, if any. */
async function run(
  probed: Probed,
  signal: AbortSignal,
  change: (next: (before: ProbeState) => ProbeState) => void,
): Promise<Record<string, string> | undefined> {
  let refused: Record<string, string> | undefined
  const show = (next: (before: ProbeState) => ProbeState) => signal.aborted || change(next)
  try {
    for await (const step of probeSteps(probed, signal)) {
      show((before) => ({ ...before, steps: [...before.steps, step] }))
    }
  } catch (error) {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) refused = error.fields
    show((before) => ({ ...before, refusal: error instanceof Error ? error.message : String(error) }))
  }
  show((before) => ({ ...before, running: false }))
  return refused
}
