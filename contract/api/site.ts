import * as z from 'zod/mini'
import { DISPLAY_CURRENCIES } from '../currency/display-currency.ts'
import { HOME_BLOCKS } from '../home-blocks.ts'
import { loginFlags, loginStatus } from '../login/login-providers.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** A payment method of a gateway that is set up. */
export const paymentMethod = z.object({
  /** The value of `payment_method`. */
  id: z.string(),
  /** The operator's name for it; "" = the usual one. */
  name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** What a dollar of quota costs in the currency, before group ratios. */
  price: z.number(),
})
export type OfferedPaymentMethod = z.infer<typeof paymentMethod>

/** Public information about this server; also injected into the page. */
export const status = z.object({
  version: z.string(),
  start_time: z.number(),
  email_verification: z.boolean(),
  ...loginFlags(() => z.boolean()),
  ...loginStatus(() => z.string()),
  /** The listed OpenID providers: name in paths, and on buttons. */
  oidc_providers: z.array(z.object({ name: z.string(), label: z.string() })),
  system_name: z.string(),
  logo: z.string(),
  /** The operator's accent, `#rrggbb`; "" = the product's own. */
  accent_color: z.string(),
  /** The operator's sentence on the home page; "" = the product's. */
  home_tagline: z.string(),
  terms_link: z.string(),
  contact_link: z.string(),
  /** Blocks of the built-in home page, in order. */
  home_blocks: z.array(z.enum(HOME_BLOCKS)),
  footer_html: z.string(),
  server_address: z.string(),
  price: z.number(),
  min_topup: z.number(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  top_up_link: z.string(),
  chat_link: z.string(),
  chat_link2: z.string(),
  quota_per_unit: z.number(),
  /** Quota units below which a user is told that the balance is low. */
  quota_remind_threshold: z.number(),
  display_in_currency: z.boolean(),
  /** The currency in which amounts are shown and typed, where they are in a currency. */
  display_currency: z.enum(DISPLAY_CURRENCIES),
  /** Units of that currency that are a US dollar; 1 for USD. */
  display_rate: z.number(),
  enable_batch_update: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  data_export_default_time: z.string(),
  default_collapse_sidebar: z.boolean(),
  enable_online_topup: z.boolean(),
  /** How a user can pay now, in the order of the buttons. */
  payment_methods: z.array(paymentMethod),
  mj_notify_enabled: z.boolean(),
  /** One-pair objects: name → link with {key} and {address}. */
  chats: z.array(z.record(z.string(), z.string())),
  password_login: z.boolean(),
  register_enabled: z.boolean(),
  /** Whether password registration is allowed, where registration is allowed at all. */
  password_register: z.boolean(),
  /** Quota units added to the balance on registration with an invite code. */
  quota_for_invitee: z.number(),
  /** Whether visitors may read the status page. */
  status_page_enabled: z.boolean(),
})
export type Status = z.infer<typeof status>

export const getStatus = endpoint('GET /api/status', 'public', {
  summary: 'Public facts about this server; also a health check, with 503 as /health/ready has it',
  limit: 'none',
  reply: status,
})

export const getLive = endpoint('GET /health/live', 'public', {
  summary: 'Whether this process answers at all; for supervisors, which restart it otherwise',
  limit: 'none',
  reply: nothing,
})

export const getReady = endpoint('GET /health/ready', 'public', {
  summary: 'Whether balancers should send calls to this node; 503 while it stops, cannot bill, or has no database',
  limit: 'none',
  reply: nothing,
})

/**
 * `html` = Markdown converted to HTML (unsanitised; an https address is left as it is); absent = the stored text.
 */
const contentQuery = z.object({ format: z.optional(z.enum(['html'])) })

export const getNotice = endpoint('GET /api/notice', 'public', {
  summary: 'The site notice (Markdown or HTML)',
  query: contentQuery,
  reply: z.string(),
})

export const getAbout = endpoint('GET /api/about', 'public', {
  summary: 'The about page (Markdown, HTML or an https address)',
  query: contentQuery,
  reply: z.string(),
})

export const getHomePageContent = endpoint('GET /api/home_page_content', 'public', {
  summary: 'The home page (Markdown, HTML or an https address)',
  query: contentQuery,
  reply: z.string(),
})

export const listGroups = endpoint('GET /api/group', 'admin', {
  summary: 'Names of all groups',
  reply: z.array(z.string()),
})

export const modelsByType = endpoint('GET /api/models', 'user', {
  summary: 'Known models of each channel type',
  reply: z.record(z.string(), z.array(z.string())),
})

/** A model in OpenAI's list format with the additional fields of this API family. */
export const modelCard = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
  /** Day on which the vendor ends the model; `null` = not announced. */
  shutdown_date: z.nullable(z.string()),
  permission: z.array(z.record(z.string(), z.unknown())),
  root: z.string(),
  parent: z.null(),
})

export const channelModels = endpoint('GET /api/channel/models', 'admin', {
  summary: 'All known models',
  reply: z.array(modelCard),
})

export const enabledModels = endpoint('GET /api/channel/models_enabled', 'admin', {
  summary: 'Names of all models that an enabled channel has, in alphabetical order',
  reply: z.array(z.string()),
})
