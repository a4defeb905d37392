import type { ErrorText } from './text.ts'

/** Login with identity providers. English texts are those of this API family. */
export const identityErrors = {
  oauth_state_invalid: { status: 403, zh: '登录状态已失效或不一致，请重新发起登录', en: 'state is empty or not same' },
  user_deleted: { status: 200, zh: '用户已注销', en: 'The user has been deleted' },
  provider_refused: { status: 200, zh: '{detail}', en: '{detail}' },
  provider_disabled: {
    status: 200,
    zh: '管理员未开启通过 {name} 登录以及注册',
    en: 'The administrator has not enabled login with {name}',
  },
  provider_unreachable: {
    status: 200,
    zh: '无法连接至 {name}，请稍后重试！',
    en: '{name} cannot be reached, try again later!',
  },
  provider_answer_invalid: {
    status: 200,
    zh: '{name} 未返回有效的用户，请稍后重试！',
    en: '{name} returned no valid user, try again later!',
  },
  provider_taken: { status: 200, zh: '该 {name} 账户已被绑定', en: 'This {name} account is already bound' },
  provider_not_configured: {
    status: 200,
    zh: '无法启用 {name} 登录，请先填入 Client Id 以及 Client Secret！',
    en: 'Cannot enable login with {name}: fill in client id and client secret first!',
  },
  github_disabled: {
    status: 200,
    zh: '管理员未开启通过 GitHub 登录以及注册',
    en: 'The administrator has not enabled login with GitHub',
  },
  github_unreachable: {
    status: 200,
    zh: '无法连接至 GitHub 服务器，请稍后重试！',
    en: 'GitHub cannot be reached, try again later!',
  },
  github_answer_invalid: {
    status: 200,
    zh: '返回值非法，用户字段为空，请稍后重试！',
    en: 'GitHub returned no user, try again later!',
  },
  github_taken: { status: 200, zh: '该 GitHub 账户已被绑定', en: 'This GitHub account is already bound' },
  linuxdo_disabled: {
    status: 200,
    zh: '管理员未开启通过 Linux DO 登录以及注册',
    en: 'The administrator has not enabled login with Linux DO',
  },
  linuxdo_code_missing: { status: 200, zh: '授权码无效', en: 'invalid code' },
  linuxdo_unreachable: {
    status: 200,
    zh: '无法连接 Linux DO 服务器',
    en: 'failed to connect to Linux DO server',
  },
  linuxdo_token_refused: {
    status: 200,
    zh: '获取访问令牌失败：{detail}',
    en: 'failed to get access token: {detail}',
  },
  linuxdo_answer_invalid: { status: 200, zh: '返回的用户信息无效', en: 'invalid user info returned' },
  linuxdo_taken: { status: 200, zh: '该 Linux DO 账户已被绑定', en: 'This Linux DO account is already bound' },
  oidc_disabled: {
    status: 200,
    zh: '管理员未开启通过 OpenID Connect 登录以及注册',
    en: 'The administrator has not enabled login with OpenID Connect',
  },
  oidc_unreachable: {
    status: 200,
    zh: '无法连接至身份提供方，请稍后重试！',
    en: 'The identity provider cannot be reached, try again later!',
  },
  oidc_refused: {
    status: 200,
    zh: '身份提供方拒绝了登录：{detail}',
    en: 'The identity provider refused the login: {detail}',
  },
  oidc_answer_invalid: {
    status: 200,
    zh: '身份提供方返回的身份令牌无效',
    en: 'The identity provider returned no valid ID token',
  },
  oidc_taken: { status: 200, zh: '该 OpenID Connect 账户已被绑定', en: 'This OpenID Connect account is already bound' },
  wechat_disabled: {
    status: 200,
    zh: '管理员未开启通过微信登录以及注册',
    en: 'The administrator has not enabled login with WeChat',
  },
  wechat_unreachable: {
    status: 200,
    zh: '无法连接至微信服务器，请稍后重试！',
    en: 'The WeChat server cannot be reached, try again later!',
  },
  wechat_taken: { status: 200, zh: '该微信账号已被绑定', en: 'This WeChat account is already bound' },
  telegram_disabled: {
    status: 200,
    zh: '管理员未开启通过 Telegram 登录以及注册',
    en: 'The administrator has not enabled login with Telegram',
  },
  telegram_invalid: { status: 200, zh: '无效的请求', en: 'Invalid request' },
  telegram_not_bound: { status: 200, zh: '该 Telegram 账户未绑定', en: 'This Telegram account is not bound' },
  telegram_taken: { status: 200, zh: '该 Telegram 账户已被绑定', en: 'This Telegram account is already bound' },
} as const satisfies Record<string, ErrorText>
