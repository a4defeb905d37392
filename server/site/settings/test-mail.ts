import { MAIL_OPTIONS, type MailTest } from '#contract/api/options.ts'
import type { Language } from '#contract/errors.ts'
import type { OptionValues } from '#contract/options.ts'
import type { Author } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { mailStateMark } from '../../platform/mail/mail-state.ts'
import { deliver } from '../../platform/mail/send.ts'
import { mailServer } from '../../platform/mail/server.ts'
import { parseOption } from '../../platform/options/parse-option.ts'
import type { Platform } from '../../platform/platform.ts'
import { failedStep, failureDetail } from './mail-step.ts'
import { storeOption } from './save.ts'

interface MailTrial {
  to?: string | undefined
  values: { [K in (typeof MAIL_OPTIONS)[number]]?: string | undefined }
}

/**
 * Sends a test mail with options that need not be saved, returns the step that it reached, and stores with which
 * options a mail was last accepted. Throws mail_not_configured, mail_password_needed, mail_recipient_missing,
 * too_many_requests, and the failure of an invalid value.
 */
export async function testMail(
  services: Platform,
  by: Author,
  language: Language,
  { to: given, values }: MailTrial,
): Promise<MailTest> {
  const { options, limits, log } = services
  const wanted = optionsToTest(options.values, values)
  const server = mailServer(wanted)
  if (!server) throw new ApiError('mail_not_configured')
  const to = given ?? (await ownAddress(services, by.userId))
  await limits.mailTest({ userId: by.userId })
  const mail = { to, template: 'mail_test', language, data: {} } as const
  let serverReply: string
  try {
    serverReply = await deliver(services, server, mail)
  } catch (error) {
    const detail = failureDetail(error as object, server.connection.auth)
    log.info({ detail }, 'a test mail could not be sent')
    return { to, step: failedStep(error as object), detail }
  }
  await storeOption(services, by, 'SetupMail', mailStateMark('tested', services.vault, wanted))
  return { to, step: 'taken', detail: serverReply }
}

/** A stored password is only sent to the server that it was stored for. */
function optionsToTest(stored: Readonly<OptionValues>, texts: MailTrial['values']): Readonly<OptionValues> {
  const given = MAIL_OPTIONS.flatMap((key) => {
    const text = texts[key]
    return text === undefined ? [] : [[key, parseOption(key, text)]]
  })
  const wanted: OptionValues = { ...stored, ...Object.fromEntries(given) }
  const isOtherServer = wanted.SMTPServer !== stored.SMTPServer || wanted.SMTPPort !== stored.SMTPPort
  if (isOtherServer && texts.SMTPToken === undefined && wanted.SMTPAccount !== '' && stored.SMTPToken !== '') {
    throw new ApiError('mail_password_needed', {}, { SMTPToken: 'mail_password_needed' })
  }
  return wanted
}

async function ownAddress({ store }: Platform, userId: number): Promise<string> {
  const query = store.db.selectFrom('users').select('email').where('id', '=', userId)
  const { email } = await query.executeTakeFirstOrThrow()
  if (!email) throw new ApiError('mail_recipient_missing', {}, { to: 'mail_recipient_missing' })
  return email
}
