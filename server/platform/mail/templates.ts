import type { Language } from '#contract/errors.ts'

/** The data of each template; all values are plain text. */
export interface MailData {
  verification: { code: string; minutes: number }
  password_reset: { link: string; minutes: number }
  /** `quota` as displayed, e.g. `$0.50`; `link` leads to the top-up page. */
  quota_low: { quota: string; link: string }
  quota_used_up: { quota: string; link: string }
  channel_test_done: Record<never, never>
  /** `more`: further tokens that are not named; `link` leads to the list of tokens. */
  token_expiring: { tokens: readonly { name: string; time: string }[]; more: number; link: string }
  /** A line for each alert; `link` leads to the page of alerts. */
  alerts: { subject: string; lines: readonly string[]; link: string }
  mail_test: Record<never, never>
  /** `device` such as `Firefox · Linux`, or ""; `address` its IP address; `link` leads to the list of sessions. */
  new_device: { device: string; address: string; time: string; link: string }
}
export type MailTemplate = keyof MailData

/** The content of a mail without layout: paragraphs, at most one of them a code to copy or a link to follow. */
export interface MailContent {
  subject: string
  paragraphs: Paragraph[]
}
export type Paragraph = string | { code: string } | { link: string; label: string }

/** Subjects in Chinese are those of this API family's wire contract (§6.8, §6.11, §9). */
const templates: { [T in MailTemplate]: Record<Language, (data: MailData[T], site: string) => MailContent> } = {
  verification: {
    zh: ({ code, minutes }, site) => ({
      subject: `${site}邮箱验证邮件`,
      paragraphs: [
        `你好，你正在进行${site}邮箱验证。你的验证码为：`,
        { code },
        `验证码 ${minutes} 分钟内有效，仅可使用一次。如果不是本人操作，请忽略本邮件。`,
      ],
    }),
    en: ({ code, minutes }, site) => ({
      subject: `${site}: verify your email address`,
      paragraphs: [
        `Hello, you are verifying this email address at ${site}. Your code is:`,
        { code },
        `The code works once, within ${minutes} minutes. If this was not you, ignore this email.`,
      ],
    }),
  },
  password_reset: {
    zh: ({ link, minutes }, site) => ({
      subject: `${site}密码重置`,
      paragraphs: [
        `你好，你正在进行${site}密码重置。点击下面的链接重置密码：`,
        { link, label: '重置密码' },
        `链接 ${minutes} 分钟内有效，仅可使用一次。如果不是本人操作，请忽略本邮件，你的密码不会改变。`,
      ],
    }),
    en: ({ link, minutes }, site) => ({
      subject: `${site}: reset your password`,
      paragraphs: [
        `Hello, a password reset was requested at ${site}. Follow this link to reset your password:`,
        { link, label: 'Reset password' },
        `The link works once, within ${minutes} minutes. If this was not you, ignore this email. Your password does not change.`,
      ],
    }),
  },
  quota_low: {
    zh: ({ quota, link }) => ({
      subject: '你的额度即将用尽',
      paragraphs: [
        `你的额度即将用尽，当前剩余额度为 ${quota}。为了不影响你的使用，请及时充值。`,
        { link, label: '前往充值' },
      ],
    }),
    en: ({ quota, link }) => ({
      subject: 'Your quota is running low',
      paragraphs: [`Your remaining quota is ${quota}. Top up soon to avoid interruptions.`, topUp(link)],
    }),
  },
  quota_used_up: {
    zh: ({ quota, link }) => ({
      subject: '你的额度已用尽',
      paragraphs: [`你的额度已用尽，当前剩余额度为 ${quota}。充值后即可继续使用。`, { link, label: '前往充值' }],
    }),
    en: ({ quota, link }) => ({
      subject: 'Your quota is used up',
      paragraphs: [`Your remaining quota is ${quota}. Top up to continue.`, topUp(link)],
    }),
  },
  channel_test_done: {
    zh: () => singleParagraph('渠道测试完成', '，如果没有收到禁用通知，说明所有渠道都正常'),
    en: () =>
      singleParagraph('Channel test complete', '. If you received no notice of a disabled channel, all channels work.'),
  },
  alerts: {
    zh: ({ subject, lines, link }) => ({ subject, paragraphs: [...lines, { link, label: '查看告警' }] }),
    en: ({ subject, lines, link }) => ({ subject, paragraphs: [...lines, { link, label: 'View alerts' }] }),
  },
  token_expiring: {
    zh: ({ tokens, more, link }, site) => ({
      subject: `${site}令牌即将过期提醒`,
      paragraphs: [
        '以下令牌即将过期，过期后使用它们的请求会失败：',
        ...tokens.map(({ name, time }) => `${name}：${time} 过期`),
        ...(more > 0 ? [`另有 ${more} 个令牌。`] : []),
        { link, label: '查看令牌' },
        '可在个人设置中关闭此提醒。',
      ],
    }),
    en: ({ tokens, more, link }, site) => ({
      subject: `${site}: keys expire soon`,
      paragraphs: [
        'These keys expire soon. Calls with them will then fail:',
        ...tokens.map(({ name, time }) => `${name}: expires ${time}`),
        ...(more > 0 ? [`And ${more} more.`] : []),
        { link, label: 'View keys' },
        'You can turn off this reminder in your account settings.',
      ],
    }),
  },
  mail_test: {
    zh: (_data, site) => ({
      subject: `${site}测试邮件`,
      paragraphs: [`这是一封来自${site}的测试邮件，邮件设置工作正常。`],
    }),
    en: (_data, site) => ({
      subject: `${site}: test email`,
      paragraphs: [`This is a test email from ${site}. The email settings work.`],
    }),
  },
  new_device: {
    zh: ({ device, address, time, link }, site) => ({
      subject: `${site}新设备登录提醒`,
      paragraphs: [
        `你的账户刚刚在一台新设备上登录：${device || '未知设备'}，地址 ${address}，时间 ${time}。`,
        '如果是你本人，请忽略本邮件。如果不是，请立即修改密码并退出其他设备：',
        { link, label: '查看已登录的设备' },
      ],
    }),
    en: ({ device, address, time, link }, site) => ({
      subject: `${site}: login on a new device`,
      paragraphs: [
        `Your account was used on a new device: ${device || 'unknown device'}, address ${address}, ${time}.`,
        'If this was you, ignore this email. If not, change your password and log out other devices immediately:',
        { link, label: 'View active sessions' },
      ],
    }),
  },
}

/** The mail of a template in a language; `site` is the operator's name for the system. */
export function mailContent<T extends MailTemplate>(
  template: T,
  language: Language,
  data: MailData[T],
  site: string,
): MailContent {
  return templates[template][language](data, site)
}

const singleParagraph = (subject: string, rest = ''): MailContent => ({ subject, paragraphs: [subject + rest] })
const topUp = (link: string): Paragraph => ({ link, label: 'Top up' })
