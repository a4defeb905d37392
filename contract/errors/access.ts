import type { ErrorText } from './text.ts'

/** Console authentication (exact texts of this API family's contract). */
export const accessErrors = {
  not_logged_in: {
    status: 401,
    zh: '无权进行此操作，未登录且未提供 access token',
    en: 'Not allowed: not logged in and no access token given',
  },
  user_header_missing: {
    status: 401,
    zh: '无权进行此操作，请刷新页面或清空缓存后重试',
    en: 'Not allowed: refresh the page or clear the cache, then try again',
  },
  user_header_invalid: {
    status: 401,
    zh: '无权进行此操作，登录信息无效，请重新登录',
    en: 'Not allowed: the login is invalid, please log in again',
  },
  user_header_mismatch: {
    status: 401,
    zh: '无权进行此操作，与登录用户不匹配，请重新登录',
    en: 'Not allowed: another user is logged in, please log in again',
  },
  access_token_invalid: {
    status: 200,
    zh: '无权进行此操作，access token 无效',
    en: 'Not allowed: the access token is invalid',
  },
  scope_too_narrow: {
    status: 200,
    zh: '无权进行此操作，access token 的权限范围（{scope}）不足',
    en: 'Not allowed: the scope of the access token ({scope}) does not include this',
  },
  user_banned: { status: 200, zh: '用户已被封禁', en: 'The user is banned' },
  role_too_low: { status: 200, zh: '无权进行此操作，权限不足', en: 'Not allowed: insufficient permission' },
  second_factor_needed: {
    status: 200,
    zh: '该账户已启用两步验证，请在控制台登录',
    en: 'This account has a second factor: log in in the console',
  },
  second_factor_missing: {
    status: 200,
    zh: '管理员账户必须先启用两步验证',
    en: 'Administrators must add a second factor first',
  },
  second_factor_wrong: { status: 200, zh: '验证码错误或已被使用', en: 'The code is wrong, or was used already' },
  second_factor_exists: {
    status: 200,
    zh: '已启用两步验证，请先移除原有的身份验证器',
    en: 'There is an authenticator app already: remove it first',
  },
  second_factor_none: { status: 200, zh: '该账户未启用两步验证', en: 'The account has no second factor' },
  passkey_wrong: {
    status: 200,
    zh: '通行密钥验证失败，请重试',
    en: 'The passkey was not accepted: try again',
  },
  passkey_address: {
    status: 200,
    zh: '通行密钥只能在本站的公开域名下使用',
    en: 'Passkeys work at the public address of this site alone',
  },
  passkey_too_many: {
    status: 200,
    zh: '最多可添加 {max} 个通行密钥',
    en: 'There can be at most {max} passkeys',
  },
  login_challenge_expired: {
    status: 200,
    zh: '登录已超时，请重新登录',
    en: 'The login took too long: log in again',
  },
  proof_needed: {
    status: 200,
    zh: '此操作需要重新验证你的身份',
    en: 'This needs a fresh proof of who you are',
  },
  proof_by_login: {
    status: 200,
    zh: '你的账户没有密码，请退出后重新登录，再执行此操作',
    en: 'Your account has no password: log out, log in again, and repeat this',
  },
  too_many_requests: {
    status: 429,
    zh: '请求次数过多，请稍后再试！',
    en: 'Too many requests, try again later!',
  },
  password_login_disabled: {
    status: 200,
    zh: '管理员关闭了密码登录',
    en: 'The administrator has switched off password login',
  },
  invalid_parameters: { status: 200, zh: '无效的参数', en: 'Invalid parameters' },
  option_body_invalid: { status: 400, zh: '无效的参数', en: 'Invalid parameters' },
  invalid_input: { status: 200, zh: '输入不合法 {detail}', en: 'Invalid input: {detail}' },
  wrong_credentials: {
    status: 200,
    zh: '用户名或密码错误，或用户已被封禁',
    en: 'Wrong username or password, or the user is banned',
  },
  original_password_needed: {
    status: 200,
    zh: '修改密码需要原密码：请在「个人设置」页点击「修改密码」，或者随 password 一起发送 original_password',
    en: 'A new password needs the current one: change it on the page Personal settings, or send original_password along',
  },
  wrong_password: { status: 200, zh: '原密码错误', en: 'The current password is wrong' },
  password_mismatch: { status: 200, zh: '两次输入的密码不一致', en: 'The two passwords differ' },
  password_blank: { status: 200, zh: '密码不能全是空格', en: 'The password must not consist of spaces only' },
  password_length: {
    status: 200,
    zh: '密码长度不得小于 8 位，且不得大于 20 位！',
    en: 'The password must have 8 to 20 characters',
  },
  record_not_found: { status: 200, zh: 'record not found', en: 'record not found' },
  internal_error: {
    status: 500,
    zh: '服务器内部错误，请联系管理员！',
    en: 'Internal server error, contact the administrator!',
  },
  user_not_accessible: {
    status: 200,
    zh: '无权获取同级或更高等级用户的信息',
    en: 'Not allowed to view users of the same or a higher role',
  },
  username_taken: {
    status: 200,
    zh: '用户名已存在，或已注销',
    en: 'The username already exists, or was deleted',
  },
} as const satisfies Record<string, ErrorText>
