import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { testDiscovery } from '#contract/api/options.ts'
import {
  DEFAULT_GROUPS_CLAIM,
  DEFAULT_SCOPES,
  type OidcProvider,
  type OidcProviderInput,
  wrongOidcField,
} from '#contract/login/oidc-providers.ts'
import { call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useSaveOidcProviders } from './use-save-oidc-providers.ts'

interface Props {
  /** Absent = a new one. */
  provider: OidcProvider | undefined
  providers: readonly OidcProvider[]
  /** The server's address. */
  address: string
  onClose: () => void
}

const NEW = { id: '', name: '', issuer: '', client_id: '', scopes: DEFAULT_SCOPES, enabled: true }
const NO_GROUPS = { groups_claim: '', group_rules: '' }

/** Adds or edits an OpenID provider, and tests its issuer. */
export function OidcProviderDialog({ provider, providers, address, onClose }: Props) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const [values, setValues] = useState<Required<OidcProviderInput>>({
    ...NO_GROUPS,
    ...(provider ?? NEW),
    client_secret: '',
  })
  const set = (changes: Partial<OidcProviderInput>) => setValues({ ...values, ...changes })
  const save = useSaveOidcProviders()
  const others = providers.filter(({ id }) => id !== provider?.id).map(({ id }) => id)
  const isSecretMissing = values.client_secret === '' && values.issuer.trim() !== provider?.issuer
  const wrong = wrongOidcField(values, others) ?? (isSecretMissing ? 'client_secret' : undefined)
  const submit = () => {
    const { client_secret, ...plain } = values
    const next = client_secret ? { ...plain, client_secret } : plain
    const list = provider ? providers.map((old) => (old.id === provider.id ? next : old)) : [...providers, next]
    save.mutate(list, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={provider ? t('oidc.editTitle', { name: provider.name }) : t('oidc.add')}
      onClose={onClose}
      action={{
        label: common('action.save'),
        loading: save.isPending,
        disabledReason: wrong && t('oidc.wrong', { field: t(`oidc.${wrong}`) }),
        onClick: submit,
      }}
    >
      <div className="grid gap-3">
        <Labelled
          label={t('oidc.id')}
          hint={t('oidc.idHint')}
          readOnly={provider !== undefined}
          value={values.id}
          onText={(id) => set({ id })}
        />
        <Labelled
          label={t('oidc.name')}
          hint={t('oidc.nameHint')}
          value={values.name}
          onText={(name) => set({ name })}
        />
        <Labelled
          label={t('oidc.issuer')}
          hint={t('oidc.issuerHint')}
          inputMode="url"
          placeholder="https://"
          value={values.issuer}
          onText={(issuer) => set({ issuer })}
        />
        <DiscoveryTest issuer={values.issuer} />
        <ClientFields values={values} set={set} isNew={!provider} />
        <GroupFields values={values} set={set} />
        <Switch label={t('oidc.enabled')} checked={values.enabled} onChange={(enabled) => set({ enabled })} />
        <CallbackHint id={values.id} address={address} />
        <p role="alert" className="text-danger empty:hidden">
          {save.error?.message}
        </p>
      </div>
    </Dialog>
  )
}

interface ValuesProps {
  values: Required<OidcProviderInput>
  set: (changes: Partial<OidcProviderInput>) => void
}

/** The client that the provider knows this server as. */
function ClientFields({ values, set, isNew }: ValuesProps & { isNew: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Labelled label={t('oidc.client_id')} value={values.client_id} onText={(client_id) => set({ client_id })} />
      <Labelled
        label={t('oidc.client_secret')}
        hint={!isNew && t('oidc.secretHint')}
        type="password"
        autoComplete="new-password"
        value={values.client_secret}
        onText={(client_secret) => set({ client_secret })}
      />
      <Labelled
        label={t('oidc.scopes')}
        hint={t('oidc.scopesHint')}
        value={values.scopes}
        onText={(scopes) => set({ scopes })}
      />
    </>
  )
}

/** What groups at the provider mean here. */
function GroupFields({ values, set }: ValuesProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <Labelled
        label={t('oidc.group_rules')}
        hint={t('oidc.rulesHint')}
        placeholder="staff = vip, ops = @admin"
        value={values.group_rules}
        onText={(group_rules) => set({ group_rules })}
      />
      {values.group_rules.trim() !== '' && (
        <Labelled
          label={t('oidc.groups_claim')}
          hint={t('oidc.claimHint')}
          placeholder={DEFAULT_GROUPS_CLAIM}
          value={values.groups_claim}
          onText={(groups_claim) => set({ groups_claim })}
        />
      )}
    </>
  )
}

interface LabelledProps extends ComponentProps<typeof Input> {
  label: string
  hint?: ReactNode
  onText: (text: string) => void
}

function Labelled({ label, hint, onText, ...rest }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block">
        {label}
      </label>
      <Input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onText(target.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-muted text-small">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Asks the server whether it can use the issuer's discovery document. */
function DiscoveryTest({ issuer }: { issuer: string }) {
  const { t } = useTranslation('settings')
  const test = useMutation({
    mutationFn: (address: string) => call(testDiscovery, { body: { issuer: address } }),
    meta: { inline: true },
  })
  const { data, error } = test.variables === issuer ? test : {}
  return (
    <div className="grid gap-2">
      <Button
        size="small"
        className="justify-self-start"
        loading={test.isPending}
        disabledReason={issuer.trim() === '' && t('oidc.issuerHint')}
        onClick={() => test.mutate(issuer)}
      >
        {t('oidc.test')}
      </Button>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && (
        <Banner tone={data.usable ? 'success' : 'danger'} role="status">
          <span className="break-all">{t(data.usable ? 'oidc.usable' : 'oidc.unusable', { detail: data.detail })}</span>
        </Banner>
      )}
    </div>
  )
}

/** The callback address that the provider asks for. */
function CallbackHint({ id, address }: { id: string; address: string }) {
  const { t } = useTranslation('settings')
  if (address === '' || id === '') return null
  return <p className="break-all text-small">{t('note.redirect', { callback: `${address}/oauth/oidc-${id}` })}</p>
}
