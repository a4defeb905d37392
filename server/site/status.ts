import type { Status } from '#contract/api/site.ts'
import { displayScale } from '#contract/currency/display-currency.ts'
import { loginFlags, loginProviders, loginStatus } from '#contract/login/login-providers.ts'
import { offeredOidcProviders } from '../platform/options/oidc-providers.ts'
import type { Platform } from '../platform/platform.ts'
import { offeredPaymentMethods } from '../sales/topup/payments/gateways.ts'

/** The public information about this server. */
export function publicStatus(services: Platform): Status {
  const { options, config, startedAt } = services
  const value = options.values
  const methods = offeredPaymentMethods(services)
  return {
    version: config.version,
    start_time: startedAt,
    email_verification: value.EmailVerificationEnabled,
    ...loginFlags((id) => value[loginProviders[id].switch]),
    ...loginStatus((option) => value[option]),
    oidc_providers: offeredOidcProviders(value),
    system_name: value.SystemName,
    logo: value.Logo,
    accent_color: value.AccentColor,
    home_tagline: value.HomeTagline,
    home_blocks: value.HomeBlocks,
    footer_html: value.Footer,
    terms_link: value.TermsLink,
    contact_link: value.ContactLink,
    server_address: value.ServerAddress,
    price: value.Price,
    min_topup: value.MinTopUp,
    turnstile_check: value.TurnstileCheckEnabled,
    turnstile_site_key: value.TurnstileSiteKey,
    top_up_link: value.TopUpLink,
    chat_link: value.ChatLink,
    chat_link2: value.ChatLink2,
    quota_per_unit: value.QuotaPerUnit,
    quota_remind_threshold: value.QuotaRemindThreshold,
    display_in_currency: value.DisplayInCurrencyEnabled,
    display_currency: value.DisplayCurrency,
    display_rate: displayScale(value).rate,
    // Charges are always applied in batches, from the journal.
    enable_batch_update: true,
    enable_drawing: value.DrawingEnabled,
    enable_task: value.TaskEnabled,
    enable_data_export: value.DataExportEnabled,
    data_export_default_time: value.DataExportDefaultTime,
    default_collapse_sidebar: value.DefaultCollapseSidebar,
    enable_online_topup: methods.length > 0,
    payment_methods: methods,
    mj_notify_enabled: value.MjNotifyEnabled,
    chats: value.Chats,
    password_login: value.PasswordLoginEnabled,
    register_enabled: value.RegisterEnabled,
    password_register: value.PasswordRegisterEnabled,
    quota_for_invitee: value.QuotaForInvitee,
    status_page_enabled: value.StatusPageEnabled,
  }
}
