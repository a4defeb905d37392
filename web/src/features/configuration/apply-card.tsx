import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import Upload from 'lucide-react/icons/upload'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  applyConfiguration,
  type ConfigurationPlan,
  planConfiguration,
  readConfigurationFile,
} from '#contract/api/configuration.ts'
import { namesIn, resolveReferences } from '#contract/configuration/references.ts'
import { call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { PlanView } from './plan-view.tsx'

type Values = Record<string, string>
interface Chosen {
  name: string
  document: Record<string, unknown>
  /** The references in it. */
  names: string[]
}

/** Chooses a file, asks for the secrets that it refers to, shows what it would change, and applies that. */
export default function ApplyCard() {
  const { t } = useTranslation('configuration')
  const id = useId()
  const [prune, setPrune] = useState(false)
  const [values, setValues] = useState<Values>({})
  const [file, setFile] = useState<Chosen>()
  const look = useMutation({
    mutationFn: (chosen: Chosen) => planOf(chosen, values, prune, t),
    meta: { inline: true },
  })
  const apply = useMutation({
    mutationFn: ({ version }: ConfigurationPlan) =>
      call(applyConfiguration, { body: { ...bodyOf(file, values, prune).body, version } }),
    meta: { inline: true },
  })
  const forget = () => {
    look.reset()
    apply.reset()
  }
  const plan = apply.data ?? look.data
  const isReady = plan && plan.problems.length === 0 && plan.changes.length > 0 && !apply.data?.applied
  return (
    <Card title={t('apply.title')}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <FileField
          name={file?.name}
          onRead={(chosen) => {
            forget()
            setValues({})
            setFile(chosen)
          }}
        />
        <Field id={`${id}p`} label={t('apply.prune')} hint={t('apply.pruneHint')}>
          <Switch
            id={`${id}p`}
            checked={prune}
            onChange={(on) => {
              forget()
              setPrune(on)
            }}
          />
        </Field>
      </div>
      {file && file.names.length > 0 && (
        <SecretFields
          names={file.names}
          values={values}
          onChange={(next) => {
            forget()
            setValues(next)
          }}
        />
      )}
      <Outcome error={look.error ?? apply.error} applied={apply.data?.applied} moved={apply.data?.moved} plan={plan} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isReady ? undefined : 'primary'}
          loading={look.isPending}
          disabledReason={file ? '' : t('apply.needsFile')}
          onClick={() => {
            apply.reset()
            if (file) look.mutate(file)
          }}
        >
          {t('apply.look')}
        </Button>
        <Button
          variant={isReady ? 'primary' : undefined}
          loading={apply.isPending}
          disabledReason={isReady ? '' : t('apply.needsPlan')}
          onClick={() => plan && apply.mutate(plan)}
        >
          {t('apply.action')}
        </Button>
      </div>
    </Card>
  )
}

interface OutcomeProps {
  error: Error | null
  applied: boolean | undefined
  moved: boolean | undefined
  plan: ConfigurationPlan | undefined
}

function Outcome({ error, applied, moved, plan }: OutcomeProps) {
  const { t } = useTranslation('configuration')
  return (
    <>
      {error && (
        <Banner tone="danger" role="alert">
          {error.message}
        </Banner>
      )}
      {applied && <Banner tone="success">{t('apply.done')}</Banner>}
      {moved && <Banner tone="warning">{t('apply.moved')}</Banner>}
      {plan && <PlanView plan={plan} />}
    </>
  )
}

function bodyOf(file: Chosen | undefined, values: Values, prune: boolean) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const { value, problems } = resolveReferences(file?.document ?? {}, given)
  return { body: { document: value as Record<string, unknown>, prune }, problems }
}

/** Asks for the plan; what cannot be asked for is a plan with problems. */
async function planOf(file: Chosen, values: Values, prune: boolean, t: TFunction<'configuration'>) {
  const { body, problems } = bodyOf(file, values, prune)
  if (problems.length === 0) return call(planConfiguration, { body })
  const said = problems.map(({ path, name, kind }) => ({ path: [...path], message: t(`plan.${kind}`, { name }) }))
  return { changes: [], kept: [], version: '', problems: said }
}

function FileField({ name, onRead }: { name: string | undefined; onRead: (chosen: Chosen) => void }) {
  const { t } = useTranslation('configuration')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const read = useMutation({
    mutationFn: async (picked: File) => {
      const { document } = await call(readConfigurationFile, { body: { text: await picked.text() } })
      onRead({ name: picked.name, document, names: namesIn(document) })
    },
    meta: { inline: true },
  })
  return (
    <Field id={id} label={t('apply.file')} hint={t('apply.fileHint')} error={read.error?.message}>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml"
        hidden
        onChange={({ target }) => {
          if (target.files?.[0]) read.mutate(target.files[0])
          // The same file may be chosen again after it was changed.
          target.value = ''
        }}
      />
      <Button
        id={id}
        icon={<Upload size={16} aria-hidden />}
        loading={read.isPending}
        onClick={() => input.current?.click()}
        className="max-w-full"
      >
        <span className="truncate">{name ?? t('apply.choose')}</span>
      </Button>
    </Field>
  )
}

interface SecretsProps {
  names: readonly string[]
  values: Values
  onChange: (values: Values) => void
}

function SecretFields({ names, values, onChange }: SecretsProps) {
  const { t } = useTranslation('configuration')
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="text-small">{t('secrets.title')}</legend>
      <p className="max-w-prose pb-2 text-muted text-small">{t('secrets.hint')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <Field key={name} id={`${id}${name}`} label={<code>{name}</code>} optional>
            <Input
              id={`${id}${name}`}
              type="password"
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={({ target }) => onChange({ ...values, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
