import type { ErrorText } from './text.ts'

/** Redemption codes. */
export const redemptionErrors = {
  redemption_name_length: {
    status: 200,
    zh: '兑换码名称长度必须在1-20之间',
    en: 'The name of a redemption code must have 1 to 20 characters',
  },
  redemption_count_too_small: {
    status: 200,
    zh: '兑换码个数必须大于0',
    en: 'The number of redemption codes must be above 0',
  },
  redemption_count_too_large: {
    status: 200,
    zh: '一次兑换码批量生成的个数不能大于 100',
    en: 'At most 100 redemption codes can be created at once',
  },
  redemption_quota_invalid: {
    status: 200,
    zh: '兑换码额度必须是不小于 1 的整数',
    en: 'The quota of a redemption code must be an integer of at least 1',
  },
  redemption_status_invalid: { status: 200, zh: '无效的兑换码状态', en: 'Invalid redemption code status' },
  redemption_is_used: {
    status: 200,
    zh: '该兑换码已被使用，无法修改',
    en: 'The redemption code has been used and cannot be changed',
  },
  redemption_key_missing: { status: 200, zh: '未提供兑换码', en: 'No redemption code given' },
  redemption_unknown: { status: 200, zh: '兑换失败，无效的兑换码', en: 'Redemption failed: the code is invalid' },
  redemption_own: {
    status: 200,
    zh: '兑换失败，管理员只能兑换超级管理员创建的兑换码',
    en: 'Redemption failed: administrators redeem only codes that the super administrator made',
  },
  redemption_spent: {
    status: 200,
    zh: '兑换失败，该兑换码已被使用',
    en: 'Redemption failed: the code has been used',
  },
  redemption_disabled: {
    status: 200,
    zh: '兑换失败，该兑换码已被禁用',
    en: 'Redemption failed: the code is disabled',
  },
} as const satisfies Record<string, ErrorText>
