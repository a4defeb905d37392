import type { ErrorText } from './text.ts'

/** Registration and e-mail (exact texts of this API family's contract). */
export const registrationErrors = {
  register_disabled: {
    status: 200,
    zh: '管理员关闭了新用户注册',
    en: 'The administrator has switched off registration',
  },
  setup_link_invalid: {
    status: 200,
    zh: '链接无效或已被使用，请查看服务器的启动日志',
    en: 'The link is wrong or was used: see what the server printed when it started',
  },
  password_register_disabled: {
    status: 200,
    zh: '管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册',
    en: 'The administrator has switched off registration with a password: use another login method',
  },
  username_characters: {
    status: 200,
    zh: '输入不合法 用户名不能包含空格或 @',
    en: 'Invalid input: a username must not contain spaces or @',
  },
  username_scripts: {
    status: 200,
    zh: '输入不合法 用户名不能混用拉丁字母与外形相近的西里尔或希腊字母',
    en: 'Invalid input: a username must not mix Latin letters with similar Cyrillic or Greek letters',
  },
  email_code_required: {
    status: 200,
    zh: '管理员开启了邮箱验证，请输入邮箱地址和验证码',
    en: 'E-mail verification is enabled: enter your e-mail address and the verification code',
  },
  email_code_wrong: { status: 200, zh: '验证码错误或已过期', en: 'The verification code is wrong or has expired' },
  email_invalid: { status: 200, zh: '无效的邮箱地址', en: 'Invalid e-mail address' },
  email_domain_refused: {
    status: 200,
    zh: '管理员启用了邮箱域名白名单，该邮箱地址的域名不在白名单内，或含有不允许的符号',
    en: 'The administrator allows e-mail addresses of some domains only, without special symbols: this one is not allowed',
  },
  email_alias_refused: {
    status: 200,
    zh: '管理员已启用邮箱地址别名限制，你的邮箱地址由于包含特殊符号而被拒绝。',
    en: 'The administrator does not allow e-mail aliases: your address contains special characters.',
  },
  email_taken: { status: 200, zh: '邮箱地址已被占用', en: 'The e-mail address is already taken' },
  reset_link_invalid: { status: 200, zh: '重置链接非法或已过期', en: 'The reset link is invalid or has expired' },
  turnstile_missing: { status: 200, zh: 'Turnstile token 为空', en: 'The Turnstile token is empty' },
  turnstile_failed: {
    status: 200,
    zh: 'Turnstile 校验失败，请刷新重试！',
    en: 'The Turnstile check failed: refresh and try again!',
  },
  foreign_page: {
    status: 403,
    zh: '不能从其他网站登录或退出登录',
    en: 'Logging in or out from another site is not allowed',
  },
} as const satisfies Record<string, ErrorText>
