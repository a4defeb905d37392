import { createHmac } from 'node:crypto'
import { addressesOf, type SinkKind, type SinkSettings } from '#contract/alerts/sinks.ts'
import type { Language } from '#contract/errors.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sendMail } from '../../platform/mail/send.ts'
import { type Recipient, superAdministrators } from '../../platform/mail/super-administrators.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { postMessage } from '../../wire/egress/post-message.ts'
import { isSinkKind, openSettings, redactSettings, secretsOf } from './sink-settings.ts'
import { bark } from './sinks/bark.ts'
import { dingtalk } from './sinks/dingtalk.ts'
import { discord } from './sinks/discord.ts'
import { feishu } from './sinks/feishu.ts'
import { ntfy } from './sinks/ntfy.ts'
import { linesOf, type Message, type Signer, type Sink, type SinkFailure } from './sinks/sink.ts'
import { slack } from './sinks/slack.ts'
import { telegram } from './sinks/telegram.ts'
import { webhook } from './sinks/webhook.ts'
import { wecom } from './sinks/wecom.ts'
import type { AlertSinkRow } from './tables.ts'

const SINKS: Record<Exclude<SinkKind, 'mail'>, Sink> = {
  webhook,
  slack,
  discord,
  telegram,
  feishu,
  dingtalk,
  wecom,
  bark,
  ntfy,
}

/** Writes the message for the reader of a language. */
type Write = (language: Language) => Message

/** Sends a message to a sink. Returns why it was not taken, without secrets; undefined = it was. */
export async function sendToSink(
  services: Platform,
  row: AlertSinkRow,
  write: Write,
): Promise<SinkFailure | undefined> {
  if (!isSinkKind(row.kind)) return { reason: `unknown kind ${row.kind}` }
  try {
    const settings = openSettings(row.kind, row, services.vault)
    if (row.kind === 'mail') return await mailMessage(services, row, settings, write)
    const sink = SINKS[row.kind]
    const request = sink.request(write(row.language === 'en' ? 'en' : 'zh'), settings, signer())
    const failure = sink.failure(await postMessage(request, row.user_id === 0 ? 'own' : 'foreign'))
    return failure && { ...failure, reason: redactSettings(failure.reason, secretsOf(row, services.vault)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason: redactSettings(reason, secretsOrNone(row, services)) }
  }
}

function secretsOrNone(row: AlertSinkRow, { vault }: Platform): Record<string, string> {
  try {
    return secretsOf(row, vault)
  } catch {
    return {}
  }
}

const signer = (): Signer => ({
  now: Date.now(),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
})

/** Mails everybody; it has failed when nobody got it. Who got it does not get it again because of another's address. */
async function mailMessage(
  services: Platform,
  { user_id, language }: AlertSinkRow,
  { to = '' }: SinkSettings,
  write: Write,
): Promise<SinkFailure | undefined> {
  const recipients = await recipientsOf(services.store.db, user_id, to, language === 'en' ? 'en' : 'zh')
  if (recipients.length === 0) return { reason: 'there is no mail address' }
  const failures: string[] = []
  for (const recipient of recipients) {
    const failure = await mailTo(services, recipient, write(recipient.language))
    if (failure) failures.push(failure)
  }
  return failures.length === recipients.length ? { reason: failures[0] ?? '' } : undefined
}

/** A user's own mails go to the account's address, those of the site to the addresses that are named, or to root. */
async function recipientsOf(db: Queryable, userId: number, to: string, language: Language): Promise<Recipient[]> {
  if (userId === 0) {
    const named = addressesOf(to).map((email): Recipient => ({ email, language }))
    return named.length > 0 ? named : superAdministrators(db)
  }
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user?.email ? [{ email: user.email, language }] : []
}

async function mailTo(services: Platform, { email, language }: Recipient, message: Message): Promise<string> {
  const isOne = message.items.length === 1 && message.more === 0
  const data = {
    subject: isOne ? message.title : `${message.site}: ${message.title}`,
    lines: isOne ? message.items.map(({ text }) => text) : linesOf(message),
    link: message.link,
  }
  try {
    await sendMail(services, { to: email, template: 'alerts', language, data })
    return ''
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'mail_failed' ? String(error.parameters.detail) : 'no mail server is configured'
  }
}
