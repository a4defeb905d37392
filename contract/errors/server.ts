import type { ErrorText } from './text.ts'

/** Mail, logs, statistics, state of the server. */
export const serverErrors = {
  mail_not_configured: { status: 200, zh: 'SMTP 服务器未配置', en: 'No SMTP server is configured' },
  mail_failed: { status: 200, zh: '邮件发送失败：{detail}', en: 'The mail was not sent: {detail}' },
  log_time_required: { status: 200, zh: 'target timestamp is required', en: 'target timestamp is required' },
  usage_range_too_long: { status: 200, zh: '时间跨度不能超过 1 个月', en: 'The range cannot be longer than one month' },
  database_unreachable: { status: 503, zh: '数据库连接失败', en: 'The database does not answer' },
} as const satisfies Record<string, ErrorText>
