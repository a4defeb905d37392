/** Every error that Switchyard makes itself: HTTP status and text in both languages. `{x}` are parameters. */
export interface ErrorText {
  status: number
  zh: string
  en: string
}

export const errors = {
  // Console: who is calling (contract of this family, exact texts)
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
    en: 'Not allowed: the login is not valid, please log in again',
  },
  user_header_mismatch: {
    status: 401,
    zh: '无权进行此操作，与登录用户不匹配，请重新登录',
    en: 'Not allowed: another user is logged in, please log in again',
  },
  access_token_invalid: {
    status: 200,
    zh: '无权进行此操作，access token 无效',
    en: 'Not allowed: the access token is not valid',
  },
  user_banned: { status: 200, zh: '用户已被封禁', en: 'The user is banned' },
  role_too_low: { status: 200, zh: '无权进行此操作，权限不足', en: 'Not allowed: insufficient permission' },
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
  wrong_password: { status: 200, zh: '原密码错误', en: 'The current password is wrong' },
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
    en: 'Not allowed to read users of the same or a higher role',
  },
  username_taken: { status: 200, zh: '用户名已存在，或已注销', en: 'The username exists already, or was deleted' },

  // Users, for administrators
  user_unknown: { status: 200, zh: '用户不存在', en: 'The user does not exist' },
  user_not_creatable: {
    status: 200,
    zh: '无法创建权限大于等于自己的用户',
    en: 'You cannot create a user whose role is not below yours',
  },
  user_not_editable: {
    status: 200,
    zh: '无权更新同权限等级或更高权限等级的用户信息',
    en: 'Not allowed to change users of the same or a higher role',
  },
  user_not_deletable: {
    status: 200,
    zh: '无权删除同权限等级或更高权限等级的用户',
    en: 'Not allowed to delete users of the same or a higher role',
  },
  role_not_grantable: {
    status: 200,
    zh: '无权将其他用户权限等级提升到大于等于自己的权限等级',
    en: 'You cannot raise a user to your role or above',
  },
  root_not_disableable: { status: 200, zh: '无法禁用超级管理员用户', en: 'The super administrator cannot be disabled' },
  root_not_deletable: { status: 200, zh: '无法删除超级管理员用户', en: 'The super administrator cannot be deleted' },
  root_not_demotable: { status: 200, zh: '无法降级超级管理员用户', en: 'The super administrator cannot be demoted' },
  promotion_root_only: {
    status: 200,
    zh: '普通管理员用户无法提升其他用户为管理员',
    en: 'Only the super administrator can make somebody an administrator',
  },
  already_admin: { status: 200, zh: '该用户已经是管理员', en: 'The user is an administrator already' },
  already_ordinary: { status: 200, zh: '该用户已经是普通用户', en: 'The user is an ordinary user already' },
  username_too_long: {
    status: 200,
    zh: '输入不合法 用户名不能超过 12 个字符',
    en: 'Invalid input: a username has at most 12 characters',
  },
  display_name_too_long: {
    status: 200,
    zh: '输入不合法 显示名称不能超过 20 个字符',
    en: 'Invalid input: a display name has at most 20 characters',
  },
  group_unknown: { status: 200, zh: '分组 {group} 不存在', en: 'Group {group} does not exist' },
  quota_change_invalid: {
    status: 200,
    zh: '额度变更必须是带正负号的整数，例如 +500 或 -200',
    en: 'The change must be an integer with its sign, for example +500 or -200',
  },
  balance_below_zero: {
    status: 200,
    zh: '额度不能低于 0，该用户当前额度为 {balance}',
    en: 'The balance cannot fall below 0; it is {balance} now',
  },
  balance_too_large: { status: 200, zh: '额度不能超过 {max}', en: 'A balance cannot exceed {max}' },

  // Redemption codes
  redemption_name_length: {
    status: 200,
    zh: '兑换码名称长度必须在1-20之间',
    en: 'The name of a redemption code has 1 to 20 characters',
  },
  redemption_count_too_small: {
    status: 200,
    zh: '兑换码个数必须大于0',
    en: 'The number of redemption codes must be above 0',
  },
  redemption_count_too_large: {
    status: 200,
    zh: '一次兑换码批量生成的个数不能大于 100',
    en: 'At most 100 redemption codes can be made at once',
  },
  redemption_quota_invalid: {
    status: 200,
    zh: '兑换码额度必须是不小于 1 的整数',
    en: 'The quota of a redemption code must be an integer not below 1',
  },
  redemption_status_invalid: { status: 200, zh: '无效的兑换码状态', en: 'Not a valid status of a redemption code' },
  redemption_is_used: {
    status: 200,
    zh: '该兑换码已被使用，无法修改',
    en: 'The redemption code was used and cannot be changed',
  },
  redemption_key_missing: { status: 200, zh: '未提供兑换码', en: 'No redemption code given' },
  redemption_unknown: { status: 200, zh: '兑换失败，无效的兑换码', en: 'Redemption failed: the code is not valid' },
  redemption_spent: {
    status: 200,
    zh: '兑换失败，该兑换码已被使用',
    en: 'Redemption failed: the code has been used',
  },

  // Options
  option_unknown: { status: 200, zh: '未知的设置项：{key}', en: 'Unknown option: {key}' },
  option_not_boolean: { status: 200, zh: '必须是 true 或 false', en: 'Must be true or false' },
  option_not_number: {
    status: 200,
    zh: '必须是不小于 {min} 的数字',
    en: 'Must be a number not below {min}',
  },
  option_too_large: { status: 200, zh: '不能大于 {max}', en: 'Must not be above {max}' },
  option_not_integer: { status: 200, zh: '必须是整数', en: 'Must be an integer' },
  option_not_json: { status: 200, zh: '不是合法的 JSON 字符串', en: 'Not valid JSON' },
  option_json_shape: {
    status: 200,
    zh: '不是合法的 JSON 字符串：{detail}',
    en: 'The JSON does not have the expected shape: {detail}',
  },
  option_not_url: {
    status: 200,
    zh: '必须是以 http:// 或 https:// 开头的地址',
    en: 'Must be an address that starts with http:// or https://',
  },
  option_not_choice: { status: 200, zh: '必须是 {choices} 之一', en: 'Must be one of {choices}' },
  option_too_long: { status: 200, zh: '不能超过 {max} 个字符', en: 'Must not exceed {max} characters' },
  option_without_history: {
    status: 200,
    zh: '该设置项没有可以撤销的修改',
    en: 'This option has no change that could be undone',
  },
  option_secret_undo: {
    status: 200,
    zh: '密钥类设置不保留历史，无法撤销',
    en: 'Secrets have no history and cannot be restored',
  },
  option_changed_meanwhile: {
    status: 200,
    zh: '该设置项刚刚被修改，请刷新后重试',
    en: 'This option was changed just now: refresh and try again',
  },
  github_not_configured: {
    status: 200,
    zh: '无法启用 GitHub OAuth，请先填入 GitHub Client Id 以及 GitHub Client Secret！',
    en: 'Cannot enable GitHub OAuth: fill in GitHub Client Id and GitHub Client Secret first!',
  },
  linuxdo_not_configured: {
    status: 200,
    zh: '无法启用 LinuxDO OAuth，请先填入 LinuxDO Client Id 以及 LinuxDO Client Secret！',
    en: 'Cannot enable LinuxDO OAuth: fill in LinuxDO Client Id and LinuxDO Client Secret first!',
  },
  email_whitelist_empty: {
    status: 200,
    zh: '无法启用邮箱域名限制，请先填入限制的邮箱域名！',
    en: 'Cannot enable the e-mail domain restriction: fill in the allowed domains first!',
  },
  wechat_not_configured: {
    status: 200,
    zh: '无法启用微信登录，请先填入微信登录相关配置信息！',
    en: 'Cannot enable WeChat login: fill in its settings first!',
  },
  turnstile_not_configured: {
    status: 200,
    zh: '无法启用 Turnstile 校验，请先填入 Turnstile 校验相关配置信息！',
    en: 'Cannot enable Turnstile: fill in its settings first!',
  },
  oidc_not_configured: {
    status: 200,
    zh: '无法启用 OpenID Connect 登录，请先填入 Issuer、Client Id 以及 Client Secret！',
    en: 'Cannot enable OpenID Connect: fill in issuer, client id and client secret first!',
  },
  telegram_not_configured: {
    status: 200,
    zh: '无法启用 Telegram 登录，请先填入 Telegram Bot Token 以及 Telegram Bot 名称！',
    en: 'Cannot enable Telegram login: fill in the bot token and the bot name first!',
  },

  // Channels
  channel_ids_invalid: { status: 200, zh: '参数错误', en: 'Invalid parameters' },
  channel_name_key_required: {
    status: 200,
    zh: '请填写渠道名称和渠道密钥！',
    en: 'Fill in the channel name and the channel key!',
  },
  channel_models_required: { status: 200, zh: '请至少选择一个模型！', en: 'Choose at least one model!' },
  channel_groups_required: { status: 200, zh: '请至少选择一个分组！', en: 'Choose at least one group!' },
  channel_mapping_invalid: {
    status: 200,
    zh: '模型映射必须是合法的 JSON 格式！',
    en: 'The model mapping must be valid JSON!',
  },
  channel_status_mapping_invalid: {
    status: 200,
    zh: '状态码复写必须是合法的 JSON 格式，例如 {"400":"500"}',
    en: 'The status-code mapping must be valid JSON, for example {"400":"500"}',
  },
  channel_type_unsupported: {
    status: 200,
    zh: '不支持的渠道类型：{type}',
    en: 'Channel type {type} is not supported',
  },
  channel_base_url_invalid: {
    status: 200,
    zh: '地址必须以 http:// 或 https:// 开头',
    en: 'The address must start with http:// or https://',
  },
  channel_base_url_required: { status: 200, zh: '请填写完整的 Base URL', en: 'Fill in the full base URL' },
  channel_test_running: { status: 200, zh: '测试已在运行中', en: 'The test is running already' },
  channel_balance_running: { status: 200, zh: '余额更新已在运行中', en: 'The balances are being updated already' },
  channel_balance_unsupported: { status: 200, zh: '尚未实现', en: 'Not implemented' },
  channel_models_unsupported: { status: 200, zh: '仅支持 OpenAI 类型渠道', en: 'Only for channels of type OpenAI' },
  channel_models_unreadable: { status: 200, zh: '上游返回错误', en: 'The upstream answered with an error' },
  channel_upstream_status: { status: 200, zh: 'status code: {status}', en: 'status code: {status}' },
  channel_upstream_refused: {
    status: 200,
    zh: 'status code {status}: {detail}',
    en: 'status code {status}: {detail}',
  },
  channel_upstream_unreachable: {
    status: 200,
    zh: '无法连接上游：{detail}',
    en: 'The upstream cannot be reached: {detail}',
  },
  channel_upstream_timeout: {
    status: 200,
    zh: '上游在 {seconds} 秒内没有响应',
    en: 'The upstream did not answer within {seconds} seconds',
  },
  channel_upstream_malformed: {
    status: 200,
    zh: '上游返回的内容无法识别',
    en: 'The answer of the upstream is unreadable',
  },
  channel_usage_missing: { status: 200, zh: 'usage is nil', en: 'usage is nil' },
  channel_test_unsupported: {
    status: 200,
    zh: '{kind} channel test is not supported',
    en: '{kind} channel test is not supported',
  },
  channel_model_untestable: {
    status: 200,
    zh: '模型 {model} 无法用小请求测试',
    en: 'No small request can test model {model}',
  },
  channel_probe_key_required: {
    status: 200,
    zh: '类型或地址已更改，请填写密钥后再测试',
    en: 'Type or address have changed: fill in the key',
  },

  // Tokens
  token_name_required: { status: 200, zh: '请输入名称', en: 'Enter a name' },
  token_name_too_long: { status: 200, zh: '令牌名称过长', en: 'The token name is too long' },
  token_expiry_invalid: { status: 200, zh: '过期时间格式错误！', en: 'The expiry time is not valid!' },
  token_quota_invalid: { status: 200, zh: '额度必须是不小于 0 的整数', en: 'The quota must be an integer not below 0' },
  token_expired_enable: {
    status: 200,
    zh: '令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期',
    en: 'The token has expired and cannot be enabled: change its expiry first, or let it never expire',
  },
  token_exhausted_enable: {
    status: 200,
    zh: '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
    en: 'The token has no quota left and cannot be enabled: change its quota first, or make it unlimited',
  },
  token_status_invalid: { status: 200, zh: '无效的令牌状态', en: 'Not a valid token status' },
  token_group_not_usable: {
    status: 200,
    zh: '无权使用分组 {group}',
    en: 'You may not use the group {group}',
  },
  token_ip_invalid: {
    status: 200,
    zh: '第 {line} 行不是合法的 IP 地址或网段：{text}',
    en: 'Line {line} is not an IP address or network: {text}',
  },
  token_models_too_long: { status: 200, zh: '模型限制列表过长', en: 'The list of models is too long' },

  // Top-up
  topup_parameters: { status: 200, zh: '参数错误', en: 'Invalid parameters' },
  topup_below_minimum: {
    status: 200,
    zh: '充值数量不能小于 {min}',
    en: 'The top-up amount cannot be less than {min}',
  },
  topup_above_maximum: {
    status: 200,
    zh: '充值数量不能大于 {max}',
    en: 'The top-up amount cannot be more than {max}',
  },
  topup_money_too_low: { status: 200, zh: '充值金额过低', en: 'The amount to pay is too low' },
  payment_not_configured: {
    status: 200,
    zh: '当前管理员未配置支付信息',
    en: 'The administrator has not set up online payment',
  },
  payment_method_unknown: { status: 200, zh: '支付方式不存在', en: 'Unknown payment method' },
  payment_not_started: { status: 200, zh: '拉起支付失败', en: 'The payment could not be started' },
  order_not_created: { status: 200, zh: '创建订单失败', en: 'The order could not be created' },
  gateway_not_answering: {
    status: 200,
    zh: '无法从支付网关查询订单，请稍后再试',
    en: 'The payment gateway could not be asked about the order, try again later',
  },
  order_not_refundable: {
    status: 200,
    zh: '只有支付成功的订单可以退款',
    en: 'Only an order that was paid can be refunded',
  },
  refund_exceeds_balance: {
    status: 200,
    zh: '用户余额不足，无法收回该订单的额度',
    en: 'The balance of the user does not cover what this order added',
  },

  // Getting in: registration and e-mail (contract of this family, exact texts)
  register_disabled: {
    status: 200,
    zh: '管理员关闭了新用户注册',
    en: 'The administrator has switched off registration',
  },
  password_register_disabled: {
    status: 200,
    zh: '管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册',
    en: 'The administrator has switched off registration with a password: use one of the other logins',
  },
  username_characters: {
    status: 200,
    zh: '输入不合法 用户名不能包含空格或 @',
    en: 'Invalid input: a username holds neither blanks nor @',
  },
  email_code_required: {
    status: 200,
    zh: '管理员开启了邮箱验证，请输入邮箱地址和验证码',
    en: 'E-mail verification is on: enter an e-mail address and its code',
  },
  email_code_wrong: { status: 200, zh: '验证码错误或已过期', en: 'The code is wrong or has expired' },
  email_invalid: { status: 200, zh: '无效的邮箱地址', en: 'Not a valid e-mail address' },
  email_domain_refused: {
    status: 200,
    zh: "The administrator has enabled the email domain name whitelist, and your email address is not allowed due to special symbols or it's not in the whitelist.",
    en: "The administrator has enabled the email domain name whitelist, and your email address is not allowed due to special symbols or it's not in the whitelist.",
  },
  email_alias_refused: {
    status: 200,
    zh: '管理员已启用邮箱地址别名限制，您的邮箱地址由于包含特殊符号而被拒绝。',
    en: 'The administrator refuses e-mail aliases: your address contains a special symbol.',
  },
  email_taken: { status: 200, zh: '邮箱地址已被占用', en: 'The e-mail address is taken' },
  reset_link_invalid: { status: 200, zh: '重置链接非法或已过期', en: 'The reset link is not valid or has expired' },
  turnstile_missing: { status: 200, zh: 'Turnstile token 为空', en: 'The Turnstile token is empty' },
  turnstile_failed: {
    status: 200,
    zh: 'Turnstile 校验失败，请刷新重试！',
    en: 'The Turnstile check failed: refresh and try again!',
  },
  foreign_page: { status: 403, zh: '不能从其他网站登录', en: 'Logging in from another site is not possible' },

  // Getting in: identity providers (contract of this family §9, exact texts)
  oauth_state_invalid: { status: 403, zh: 'state is empty or not same', en: 'state is empty or not same' },
  user_deleted: { status: 200, zh: '用户已注销', en: 'The user was deleted' },
  provider_refused: { status: 200, zh: '{detail}', en: '{detail}' },
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
    en: 'GitHub gave no user, try again later!',
  },
  github_taken: { status: 200, zh: '该 GitHub 账户已被绑定', en: 'This GitHub account is bound already' },
  linuxdo_disabled: {
    status: 200,
    zh: '管理员未开启通过 Linux DO 登录以及注册',
    en: 'The administrator has not enabled login with Linux DO',
  },
  linuxdo_code_missing: { status: 200, zh: 'invalid code', en: 'invalid code' },
  linuxdo_unreachable: {
    status: 200,
    zh: 'failed to connect to Linux DO server',
    en: 'failed to connect to Linux DO server',
  },
  linuxdo_token_refused: {
    status: 200,
    zh: 'failed to get access token: {detail}',
    en: 'failed to get access token: {detail}',
  },
  linuxdo_answer_invalid: { status: 200, zh: 'invalid user info returned', en: 'invalid user info returned' },
  linuxdo_taken: { status: 200, zh: '该 Linux DO 账户已被绑定', en: 'This Linux DO account is bound already' },
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
    en: 'The identity provider gave no valid ID token',
  },
  oidc_taken: { status: 200, zh: '该 OpenID Connect 账户已被绑定', en: 'This OpenID Connect account is bound already' },
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
  wechat_taken: { status: 200, zh: '该微信账号已被绑定', en: 'This WeChat account is bound already' },
  telegram_disabled: {
    status: 200,
    zh: '管理员未开启通过 Telegram 登录以及注册',
    en: 'The administrator has not enabled login with Telegram',
  },
  telegram_invalid: { status: 200, zh: '无效的请求', en: 'Invalid request' },
  telegram_not_bound: { status: 200, zh: '该 Telegram 账户未绑定', en: 'This Telegram account is not bound' },
  telegram_taken: { status: 200, zh: '该 Telegram 账户已被绑定', en: 'This Telegram account is bound already' },

  // Own account
  own_root_not_deletable: {
    status: 200,
    zh: '不能删除超级管理员账户',
    en: 'The super administrator account cannot be deleted',
  },
  transfer_too_small: {
    status: 200,
    zh: '划转失败 转移额度最小为{min}！',
    en: 'Transfer failed: the smallest amount is {min}!',
  },
  transfer_insufficient: {
    status: 200,
    zh: '划转失败 邀请额度不足！',
    en: 'Transfer failed: the invite earnings do not suffice!',
  },

  // Mail
  mail_not_configured: { status: 200, zh: 'SMTP 服务器未配置', en: 'No SMTP server is configured' },
  mail_failed: { status: 200, zh: '邮件发送失败：{detail}', en: 'The mail was not sent: {detail}' },

  // Logs, statistics, state of the server
  log_time_required: { status: 200, zh: 'target timestamp is required', en: 'target timestamp is required' },
  usage_range_too_long: { status: 200, zh: '时间跨度不能超过 1 个月', en: 'The range cannot be longer than one month' },
  database_unreachable: { status: 503, zh: '数据库连接失败', en: 'The database does not answer' },

  // Relay: admission
  token_missing: { status: 401, zh: '未提供令牌', en: 'No token given' },
  token_invalid: { status: 401, zh: '无效的令牌', en: 'Invalid token' },
  token_exhausted: {
    status: 401,
    zh: '该令牌额度已用尽 TokenStatusExhausted[{key}]',
    en: 'The quota of this token is used up TokenStatusExhausted[{key}]',
  },
  token_expired: { status: 401, zh: '该令牌已过期', en: 'The token has expired' },
  token_disabled: { status: 401, zh: '该令牌状态不可用', en: 'The token is disabled' },
  caller_banned: { status: 403, zh: '用户已被封禁', en: 'The user is banned' },
  pinning_not_allowed: {
    status: 403,
    zh: '普通用户不支持指定渠道',
    en: 'Ordinary users cannot choose a channel',
  },
  pinned_channel_invalid: { status: 400, zh: '无效的渠道 Id', en: 'Invalid channel id' },
  pinned_channel_disabled: { status: 403, zh: '该渠道已被禁用', en: 'This channel is disabled' },
  ip_not_allowed: {
    status: 403,
    zh: '您的 IP 不在令牌允许访问的列表中',
    en: 'Your IP is not on the list that this token allows',
  },
  body_invalid: { status: 400, zh: '无效的请求, {detail}', en: 'Invalid request, {detail}' },
  body_too_large: {
    status: 413,
    zh: '请求体过大，最大 {max} MB',
    en: 'The request body is too large, the maximum is {max} MB',
  },
  model_required: { status: 400, zh: '请选择模型', en: 'field model is required' },
  field_required: { status: 400, zh: 'field {field} is required', en: 'field {field} is required' },
  max_tokens_invalid: { status: 400, zh: 'max_tokens is invalid', en: 'max_tokens is invalid' },
  sensitive_words_detected: {
    status: 400,
    zh: '请求内容包含敏感词，请修改后重试',
    en: 'The request contains words that are not allowed here',
  },
  token_group_disabled: {
    status: 403,
    zh: '令牌分组 {group} 已被禁用',
    en: 'The token group {group} is disabled',
  },
  group_deprecated: { status: 403, zh: '分组 {group} 已被弃用', en: 'The group {group} no longer exists' },
  group_not_allowed: { status: 403, zh: '无权访问该分组', en: 'You may not use this group' },
  model_not_allowed: {
    status: 403,
    zh: '该令牌无权访问模型 {model}',
    en: 'This token may not use the model {model}',
  },
  access_token_not_supported: {
    status: 400,
    zh: '暂不支持使用 access token',
    en: 'Access tokens are not supported here',
  },
  no_channel: {
    status: 503,
    zh: '当前分组 {group} 下对于模型 {model} 无可用渠道',
    en: 'No channel is available for model {model} in group {group}',
  },
  model_unpriced: {
    status: 400,
    zh: '模型 {model} 未配置价格，请联系管理员设置模型倍率或固定价格',
    en: 'The model {model} has no price: ask the administrator to set a model ratio or a fixed price',
  },
  insufficient_user_quota: {
    status: 403,
    zh: '用户额度不足，本次至少需要 {need} 点额度',
    en: 'Insufficient balance: this call needs at least {need} quota units',
  },
  insufficient_token_quota: {
    status: 403,
    zh: '令牌额度不足，本次至少需要 {need} 点额度',
    en: 'Insufficient token quota: this call needs at least {need} quota units',
  },
  quota_ended_stream: {
    status: 403,
    zh: '额度已用尽，回答到此中止，已按已输出的内容计费',
    en: 'The quota is used up: the answer ends here and only what was delivered is billed',
  },
  quota_reserved: {
    status: 429,
    zh: '余额已被进行中的请求占用，请稍后再试',
    en: 'The balance is reserved by calls in progress, try again shortly',
  },
  answer_exceeds_quota: {
    status: 403,
    zh: '余额不足以支付本次回答，未计费',
    en: 'The balance does not cover this answer; nothing was charged',
  },
  billing_unavailable: {
    status: 503,
    zh: '计费服务暂不可用，请稍后再试',
    en: 'Billing is not available right now, try again shortly',
  },
  shutting_down: { status: 503, zh: '服务正在重启，请稍后再试', en: 'The service is restarting, try again shortly' },
  upstream_busy: {
    status: 429,
    zh: '当前分组上游负载已饱和，请稍后再试',
    en: 'The upstream of this group is saturated, try again later',
  },
  upstream_unreachable: { status: 502, zh: '请求上游地址失败', en: 'The upstream could not be reached' },
  upstream_timeout: { status: 504, zh: '上游响应超时', en: 'The upstream did not answer in time' },
  upstream_cut: {
    status: 502,
    zh: '上游中断了回答，已按已输出的内容计费',
    en: 'The upstream broke off the answer; only what was delivered is billed',
  },
  upstream_malformed: {
    status: 502,
    zh: '上游返回了无法识别的内容',
    en: 'The upstream answered with something that is not a valid reply',
  },
  upstream_auth: { status: 502, zh: '上游拒绝了渠道的密钥', en: 'The upstream refused the key of the channel' },
  not_implemented: { status: 501, zh: 'API not implemented', en: 'API not implemented' },
  invalid_url: { status: 404, zh: 'Invalid URL ({method} {path})', en: 'Invalid URL ({method} {path})' },
  model_not_found: {
    status: 200,
    zh: "The model '{model}' does not exist",
    en: "The model '{model}' does not exist",
  },
} as const satisfies Record<string, ErrorText>

export type ErrorCode = keyof typeof errors
export type Language = 'zh' | 'en'

/** The text of an error in a language, with its parameters filled in. */
export function errorText(code: ErrorCode, language: Language, parameters: Record<string, string | number> = {}) {
  return errors[code][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in parameters ? String(parameters[name]) : whole,
  )
}

/** Whether a text is the code of an error, as validation messages in the contract are. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
