import type { ErrorText } from './text.ts'

/** User management by administrators. */
export const usersErrors = {
  user_unknown: { status: 200, zh: '用户不存在', en: 'The user does not exist' },
  user_not_creatable: {
    status: 200,
    zh: '无法创建权限大于等于自己的用户',
    en: 'You cannot create users with your own role or above',
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
    en: 'You cannot raise a user to your own role or above',
  },
  root_not_disableable: { status: 200, zh: '无法禁用超级管理员用户', en: 'The super administrator cannot be disabled' },
  root_not_deletable: { status: 200, zh: '无法删除超级管理员用户', en: 'The super administrator cannot be deleted' },
  root_not_demotable: { status: 200, zh: '无法降级超级管理员用户', en: 'The super administrator cannot be demoted' },
  promotion_root_only: {
    status: 200,
    zh: '普通管理员用户无法提升其他用户为管理员',
    en: 'Only the super administrator can make users administrators',
  },
  already_admin: { status: 200, zh: '该用户已经是管理员', en: 'The user is already an administrator' },
  already_ordinary: { status: 200, zh: '该用户已经是普通用户', en: 'The user is already an ordinary user' },
  username_too_long: {
    status: 200,
    zh: '输入不合法 用户名不能超过 12 个字符',
    en: 'Invalid input: a username must have at most 12 characters',
  },
  display_name_too_long: {
    status: 200,
    zh: '输入不合法 显示名称不能超过 20 个字符',
    en: 'Invalid input: a display name must have at most 20 characters',
  },
  group_unknown: { status: 200, zh: '分组 {group} 不存在', en: 'Group {group} does not exist' },
  quota_change_invalid: {
    status: 200,
    zh: '额度变更必须是带正负号的整数，例如 +500 或 -200',
    en: 'The change must be a signed integer, for example +500 or -200',
  },
  balance_below_zero: {
    status: 200,
    zh: '额度不能低于 0，该用户当前为 {balance}',
    en: 'The balance must not be below 0; it is {balance} now',
  },
  balance_changed: {
    status: 200,
    zh: '额度已被修改，当前为 {balance}，请确认后重试',
    en: 'The balance has been changed; it is {balance} now. Check it and try again',
  },
  balance_too_large: { status: 200, zh: '额度超出上限', en: 'The balance would exceed the maximum' },
} as const satisfies Record<string, ErrorText>
