import type { ErrorText } from './text.ts'

/** Mail, logs, statistics, server state. */
export const serverErrors = {
  mail_not_configured: { status: 200, zh: 'SMTP 服务器未配置', en: 'No SMTP server is configured' },
  mail_failed: { status: 200, zh: '邮件发送失败：{detail}', en: 'The mail could not be sent: {detail}' },
  mail_password_needed: {
    status: 200,
    zh: '服务器地址或端口已更改，请重新输入 SMTP 访问凭证：已保存的凭证只会发送给已保存的服务器',
    en: 'The server or its port was changed: enter the SMTP password again. The stored password is only sent to the stored server',
  },
  mail_recipient_missing: {
    status: 200,
    zh: '你的账户没有邮箱地址，请填写收件地址',
    en: 'Your account has no e-mail address: enter a recipient',
  },
  log_time_required: { status: 200, zh: '请指定目标时间', en: 'target timestamp is required' },
  log_deletion_running: {
    status: 200,
    zh: '正在删除日志，请等待其结束',
    en: 'Logs are being deleted: wait until that has ended',
  },
  status_page_off: { status: 404, zh: '状态页未公开', en: 'The status page is not public' },
  usage_range_too_long: { status: 200, zh: '时间跨度不能超过 1 个月', en: 'The range must not exceed one month' },
  read_too_long: {
    status: 503,
    zh: '查询用时过长，已停止。请缩短时间范围或增加筛选条件',
    en: 'The query took too long and was stopped. Choose a shorter time or more filters',
  },
  database_unreachable: { status: 503, zh: '数据库连接失败', en: 'The database is unreachable' },
  import_running: {
    status: 200,
    zh: '已有导入在进行，请等待或停止它',
    en: 'An import is running: wait for it, or stop it',
  },
  import_address: {
    status: 200,
    zh: '请填写 SQL_DSN 写法、mysql:// 或 postgres:// 开头的地址，或上传 SQLite 文件',
    en: 'Enter an address as in SQL_DSN, or one that begins with mysql:// or postgres://, or upload a SQLite file',
  },
  import_source: { status: 200, zh: '无法读取这个数据库：{detail}', en: 'This database cannot be read: {detail}' },
  import_upload_missing: {
    status: 200,
    zh: '上传的文件不完整或已不在此节点，请重新上传',
    en: 'The uploaded file is incomplete or no longer on this node: upload it again',
  },
} as const satisfies Record<string, ErrorText>
