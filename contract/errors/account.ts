import type { ErrorText } from './text.ts'

/** Own account. */
export const accountErrors = {
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
    en: 'Transfer failed: the invitation earnings are insufficient!',
  },
} as const satisfies Record<string, ErrorText>
