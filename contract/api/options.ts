import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, pageIndex, pageSize } from './fields.ts'

export const option = z.object({ key: z.string(), value: z.string() })
export type OptionRow = z.infer<typeof option>

const optionKey = z.string().check(z.minLength(1), z.maxLength(100))

export const listOptions = endpoint('GET /api/option', 'root', {
  summary: 'All options but secrets, as texts',
  reply: z.array(option),
})

export const setOption = endpoint('PUT /api/option', 'root', {
  summary: 'Set one option, effective immediately',
  body: z.object({
    key: optionKey,
    value: z.string().check(z.maxLength(1_000_000)),
  }),
  inputError: 'option_body_invalid',
  reply: nothing,
})

export const resetModelRatio = endpoint('POST /api/option/rest_model_ratio', 'root', {
  summary: 'Forget all own model ratios: the built-in prices apply again',
  reply: nothing,
})

/** One change of an option; for a secret only whether a value was set. */
export const optionChange = z.object({
  id: z.number(),
  created_at: z.number(),
  actor_id: z.number(),
  actor_name: z.string(),
  before: z.string(),
  after: z.string(),
})
export type OptionChange = z.infer<typeof optionChange>

export const optionHistory = endpoint('GET /api/option/history', 'root', {
  summary: 'Changes of one option, newest first',
  query: z.object({ key: optionKey, p: pageIndex, page_size: pageSize }),
  reply: z.array(optionChange),
})

export const undoOption = endpoint('POST /api/option/undo', 'root', {
  summary: 'Take back the last change of an option; a second time brings it back',
  body: z.object({ key: optionKey }),
  reply: option,
})

export const previewContent = endpoint('POST /api/option/preview', 'root', {
  summary: 'A text of the site as pages will get it: Markdown turned into HTML, not sanitised; nothing is stored',
  body: z.object({ text: z.string().check(z.maxLength(500_000)) }),
  reply: z.string(),
})

/** A model that enabled channels offer and that has no price. */
export const unpricedModel = z.object({
  model: z.string(),
  /** Number of enabled channels that offer it. */
  channels: z.number(),
  /** Number of failed calls to it in the last seven days. */
  failed_calls: z.number(),
})
export type UnpricedModel = z.infer<typeof unpricedModel>

export const listUnpricedModels = endpoint('GET /api/option/unpriced', 'root', {
  summary: 'Models of enabled channels without a price, the most wanted first',
  reply: z.array(unpricedModel),
})

/** Options of the mail server that can be tested before they are saved. */
export const MAIL_OPTIONS = [
  'SMTPServer',
  'SMTPPort',
  'SMTPAccount',
  'SMTPFrom',
  'SMTPToken',
  'SMTPSSLEnabled',
] as const

/** Steps of sending a mail, for the step that failed or the last one that succeeded. */
export const MAIL_STEPS = ['connection', 'tls', 'login', 'sender', 'recipient', 'content', 'taken'] as const
export type MailStep = (typeof MAIL_STEPS)[number]

export const testMail = endpoint('POST /api/option/test_mail', 'root', {
  summary: 'Send a test mail with options of the mail server as given; none of them is stored',
  body: z.object({
    /** Absent = the caller's own address. */
    to: z.optional(z.email().check(z.maxLength(100))),
    /**
     * Values by option; absent ones are the stored ones. The stored password is used for the stored server only.
     */
    values: z.partialRecord(z.enum(MAIL_OPTIONS), z.string().check(z.maxLength(1000))),
  }),
  reply: z.object({
    to: z.string(),
    step: z.enum(MAIL_STEPS),
    /** The mail server's reply, or how the connection ended. */
    detail: z.string(),
  }),
})
export type MailTest = z.infer<typeof testMail.reply>

export const testDiscovery = endpoint('POST /api/option/test_discovery', 'root', {
  summary: 'Read the discovery document of an OpenID issuer, as a login would; nothing is stored',
  body: z.object({ issuer: z.string().check(z.maxLength(500)) }),
  reply: z.object({
    usable: z.boolean(),
    /** Where logins would begin, or what is wrong. */
    detail: z.string(),
  }),
})

/** Services whose stored credentials can be tested without user interaction. */
export const TRIED_SERVICES = ['github', 'payment', 'stripe', 'turnstile'] as const
export type TriedService = (typeof TRIED_SERVICES)[number]

/**
 * Result of a credentials test. `right`: accepted; `refused`: rejected; `open`: the service accepts any answer;
 * `unclear`: unexpected response; `unreachable`: no response; `unset`: nothing is configured.
 */
export const SERVICE_VERDICTS = ['right', 'refused', 'open', 'unclear', 'unreachable', 'unset'] as const

export const testService = endpoint('POST /api/option/test_service', 'root', {
  summary: 'Try the saved credentials of a login, of the bot check or of the payment gateway; nothing is changed by it',
  body: z.object({ service: z.enum(TRIED_SERVICES) }),
  reply: z.object({
    verdict: z.enum(SERVICE_VERDICTS),
    /** The service's response, without secrets. */
    detail: z.string(),
  }),
})
export type ServiceTest = z.infer<typeof testService.reply>
