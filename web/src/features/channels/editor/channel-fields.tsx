import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { KeyCounts } from '#contract/api/channels.ts'
import type { OtherField as OtherRule } from '#contract/channel-types/channel-type.ts'
import { taskPlatform } from '#contract/channel-types/tasks.ts'
import type { LimitsNow } from '#contract/limits.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx'
import { type Section, Sections } from '#web/ui/form/sections.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { BaseUrlField } from '../form/base-url-field.tsx'
import type { ChannelForm } from '../form/choose-type.ts'
import { countAdvanced } from '../form/count-advanced.ts'
import type { ChannelControl } from '../form/form-schema.ts'
import { type ChannelFormValues, newChannel, typeOf } from '../form/form-values.ts'
import { KeyField } from '../form/key-field.tsx'
import { suggestedName } from '../form/name-suggestion.ts'
import { TypeField, TypeNotice } from '../form/type-field.tsx'
import { PasteBox } from '../paste/paste-box.tsx'

const AdvancedFields = lazyPart(() => import('../form/advanced-fields.tsx'))
const KeyPoolSection = lazyPart(async () => {
  await loadNamespaces('keys')
  return import('../keys/key-pool-section.tsx')
})
const BuyPriceField = lazyPart(() => import('../form/buy-price-field.tsx'))
const ModelFields = lazy(() => import('../models/model-fields.tsx'))
const RoutingFields = lazy(() => import('../form/routing-fields.tsx'))

interface ChannelFieldsProps {
  form: ChannelForm
  /** Allows more than one key. */
  creating?: boolean
  /** The stored channel that the form edits or copies. Its key is used when the key field is empty. */
  id?: number | undefined
  /** The field that gets the initial focus. */
  focus?: 'paste' | 'key'
  /** The channel is currently disabled. */
  isOff?: boolean
  /** The use of the channel's limits. */
  limitsNow?: LimitsNow
  /** The states of its keys, where the stored channel has several. */
  keyCounts?: KeyCounts | null
}

/** The fields of a channel in sections. Type-specific fields come from the type's definition. */
export function ChannelFields(props: ChannelFieldsProps) {
  const { form, creating = false, id, focus, isOff = false, limitsNow, keyCounts = null } = props
  const { t } = useTranslation('channels')
  const stored = creating ? undefined : id
  const { control, formState } = form
  const { errors } = formState
  const values = { ...form.getValues(), ...useWatch({ control }) } as ChannelFormValues
  const advanced = countAdvanced(values)
  const isWrong = (...names: (keyof ChannelFormValues)[]) => names.some((name) => errors[name] !== undefined)
  const sections: Section[] = [
    {
      title: t('form.section.provider'),
      wrong: isWrong('type'),
      content: (
        <>
          {creating && id === undefined && <PasteBox form={form} autoFocus={focus === 'paste'} />}
          <TypeField form={form} />
          <TypeNotice control={control} />
        </>
      ),
    },
    {
      title: t('form.section.credentials'),
      wrong: isWrong('key', 'base_url', 'other'),
      content: (
        <>
          {!keyCounts && <KeyField control={control} creating={creating} id={id} autoFocus={focus === 'key'} />}
          {!keyCounts && stored !== undefined && <MoreKeys control={control} channel={stored} />}
          <BaseUrlField control={control} />
          <OtherField control={control} />
        </>
      ),
    },
    ...keySection({ control, channel: stored, counts: keyCounts, title: t('form.section.keys') }),
    {
      title: t('form.section.models'),
      wrong: isWrong('models'),
      content: (
        <Suspense fallback={<FormSkeleton fields={2} />}>
          <ModelFields control={control} id={id} stored={stored} />
        </Suspense>
      ),
    },
    {
      title: t('form.section.routing'),
      wrong: isWrong('name', 'group', 'priority', 'weight', 'auto_ban'),
      content: (
        <>
          <NameField form={form} suggests={creating && id === undefined} />
          <Suspense fallback={<FormSkeleton fields={3} />}>
            <RoutingFields control={control} id={stored} isOff={isOff} />
          </Suspense>
        </>
      ),
    },
    {
      title: t('form.section.buyPrice'),
      folded: t(values.buy_price.trim() === '' ? 'buyPrice.list' : 'buyPrice.own'),
      wrong: isWrong('buy_price'),
      content: (
        <Suspense fallback={<FormSkeleton fields={2} />}>
          <BuyPriceField control={control} />
        </Suspense>
      ),
    },
    {
      title: t('form.section.advanced'),
      folded: advanced > 0 ? t('form.set', { count: advanced }) : '',
      wrong: isWrong(...ADVANCED),
      content: (
        <Suspense fallback={<FormSkeleton fields={4} />}>
          <AdvancedFields control={control} limitsNow={limitsNow} />
        </Suspense>
      ),
    },
  ]
  return <Sections sections={sections} />
}

interface KeySectionProps {
  control: ChannelControl
  /** The stored channel; undefined = it is being created. */
  channel: number | undefined
  counts: KeyCounts | null
  title: string
}

/** The section of a channel's keys, where it has several. */
function keySection({ control, channel, counts, title }: KeySectionProps): Section[] {
  if (!counts || channel === undefined) return []
  const content = (
    <Suspense fallback={<FormSkeleton fields={3} />}>
      <KeyPoolSection control={control} channel={channel} counts={counts} />
    </Suspense>
  )
  return [{ title, content }]
}

const ADVANCED = [
  'model_mapping',
  'status_code_mapping',
  'openai_organization',
  'test_model',
  'drain_seconds',
  'first_byte_timeout',
  'idle_timeout',
  'total_timeout',
  'service_tiers',
  'proxy',
  'ca',
  'client_certificate',
  'client_key',
  'limits',
] as const

/** Field for the type-specific value, if the type has one. */
function OtherField({ control }: { control: ChannelControl }) {
  const { other } = typeOf(useWatch({ control, name: 'type' })).fields
  return other ? <OtherText control={control} rule={other} /> : null
}

function OtherText({ control, rule }: { control: ChannelControl; rule: OtherRule }) {
  const language = useStored('language')
  return (
    <TextField
      control={control}
      name="other"
      label={rule.label[language]}
      placeholder={rule.placeholder[language]}
      hint={rule.hint?.[language]}
      optional={rule.missing === undefined}
    />
  )
}

const AddKeysDialog = lazyPart(async () => {
  await loadNamespaces('keys')
  return import('../keys/add-keys-dialog.tsx')
})

/** Gives a stored channel that has a single key further ones, where its type allows that. */
function MoreKeys({ control, channel }: { control: ChannelControl; channel: number }) {
  const { t } = useTranslation('channels')
  const type = typeOf(useWatch({ control, name: 'type' }))
  if (taskPlatform(type.provider)) return null
  return (
    <Button
      size="small"
      className="justify-self-start"
      onClick={() => void openOverlay<void>((close) => <AddKeysDialog channel={channel} onClose={close} />)}
    >
      {t('form.moreKeys')}
    </Button>
  )
}

interface NameFieldProps {
  form: ChannelForm
  /** Suggests a name from type and host until a name is typed. */
  suggests: boolean
}

function NameField({ form, suggests }: NameFieldProps) {
  const { t } = useTranslation('channels')
  const { control } = form
  const language = useStored('language')
  const [type, baseUrl, key] = useWatch({ control, name: ['type', 'base_url', 'key'] })
  const isBegun = suggests && (type !== newChannel.type || baseUrl !== '' || key !== '')
  const suggestion = isBegun ? suggestedName(typeOf(type), baseUrl, language) : ''
  const former = useRef('')
  const suggest = useEffectEvent(() => {
    const name = form.getValues('name')
    const isMine = name === '' || name === former.current
    former.current = suggestion
    if (!isMine || name === suggestion) return
    form.setValue('name', suggestion, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another suggestion is what it reacts to
  useEffect(() => suggest(), [suggestion])
  return <TextField control={control} name="name" label={t('form.name')} placeholder={t('form.nameHint')} />
}
