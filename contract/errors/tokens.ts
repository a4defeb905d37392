import type { ErrorText } from './text.ts'

/** Tokens. */
export const tokensErrors = {
  token_name_required: { status: 200, zh: '请输入名称', en: 'Enter a name' },
  token_name_too_long: { status: 200, zh: '令牌名称过长', en: 'The token name is too long' },
  token_expiry_invalid: { status: 200, zh: '过期时间格式错误！', en: 'The expiry time is invalid!' },
  token_quota_invalid: {
    status: 200,
    zh: '额度必须是不小于 0 的整数',
    en: 'The quota must be an integer of at least 0',
  },
  token_expired_enable: {
    status: 200,
    zh: '令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期',
    en: 'The token has expired and cannot be enabled: change its expiry first, or let it never expire',
  },
  token_exhausted_enable: {
    status: 200,
    zh: '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
    en: 'The token has no quota left and cannot be enabled: increase its quota first, or make it unlimited',
  },
  token_limits_above: {
    status: 200,
    zh: '令牌的限制高于管理员为你设置的限制：{limits}',
    en: 'These limits of the token are above those that an administrator has set for you: {limits}',
  },
  token_endpoints_invalid: {
    status: 200,
    zh: '接口列表无效：至少选择一个已知的接口，或不作限制',
    en: 'Invalid endpoints: name at least one that is known, or do not restrict them',
  },
  limits_invalid: {
    status: 200,
    zh: '限制无效：应为不小于 0 的整数，且同一周期的预算只能有一个',
    en: 'Invalid limits: whole numbers of at least 0, and one budget for each window and list of models',
  },
  token_status_invalid: { status: 200, zh: '无效的令牌状态', en: 'Invalid token status' },
  token_group_not_usable: {
    status: 200,
    zh: '无权使用分组 {group}',
    en: 'You may not use the group {group}',
  },
  token_words_differ: {
    status: 200,
    zh: '{field} 与本接口的同类字段限制不一致，请只发送其中一个',
    en: '{field} and the other field for the same restriction differ: send one of them',
  },
  token_ip_invalid: {
    status: 200,
    zh: '第 {line} 行不是合法的 IP 地址或网段：{text}',
    en: 'Line {line} is not a valid IP address or network: {text}',
  },
  token_rotated_meanwhile: {
    status: 200,
    zh: '该令牌的密钥刚刚已被更换，请刷新后再试',
    en: 'The key of this token has just been rotated by someone else: reload and try again',
  },
  token_models_too_long: { status: 200, zh: '模型限制列表过长', en: 'The list of models is too long' },
} as const satisfies Record<string, ErrorText>
