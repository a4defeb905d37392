import { Check, CircleDashed, LoaderCircle, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PROBE_STEPS, type ProbeStep, type ProbeStepName } from '#contract/api/channel-checks.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Probed } from './probe-steps.ts'
import { useProbe } from './use-probe.ts'

interface ProbePanelProps {
  probed: Probed
  onClose: () => void
  /** Gets the fields that were refused before anything was tried, each with its message. */
  onRefused: (fields: Record<string, string>) => void
}

/** Tries a form's values and shows the steps as they come: what worked and how long it took, and where it failed, what to do about it. */
export default function ProbePanel({ probed, onClose, onRefused }: ProbePanelProps) {
  const { t } = useTranslation('probe')
  const { running, steps, refusal } = useProbe(probed, onRefused)
  const failed = steps.find(({ state }) => state === 'failed')
  const next = running && !failed ? PROBE_STEPS[steps.length] : undefined
  return (
    <section aria-label={t('title')} className="relative w-full rounded-card border border-line bg-sunken p-3 pe-10">
      <ol className="flex flex-wrap gap-x-4 gap-y-1" aria-live="polite">
        {steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
        {next && <Running step={next} />}
      </ol>
      <div role="alert">
        {refusal && <p className="text-danger">{refusal}</p>}
        {failed && <Failure step={failed} />}
      </div>
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

/** What was sent, what came back, and what is probably to be done. */
function Failure({ step: { verdict, sent, status, message, step } }: { step: ProbeStep }) {
  const { t } = useTranslation('probe')
  return (
    <>
      <p className="mt-2 font-strong">{step === 'stream' ? t('verdict.no_stream') : t(`verdict.${verdict}`)}</p>
      <p className="mt-1 font-mono text-small break-all text-muted">
        {sent}
        {status > 0 && ` → ${status}`}
      </p>
      {message && <p className="mt-1 text-small break-words text-muted">{message}</p>}
    </>
  )
}
