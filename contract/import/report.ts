import type { Words } from '../words.ts'

/** What an import of another program's database found and did, as the command and the console show it. */

/** What is imported, in this order. */
export const IMPORT_KINDS = [
  'options',
  'users',
  'identities',
  'tokens',
  'channels',
  'redemptions',
  'orders',
  'tasks',
  'logs',
  'books',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const IMPORT_KIND_WORDS: Readonly<Record<ImportKind, Words>> = {
  options: { zh: '设置与价格', en: 'options and prices' },
  users: { zh: '用户', en: 'users' },
  identities: { zh: '第三方账号', en: 'accounts at providers' },
  tokens: { zh: '令牌', en: 'tokens' },
  channels: { zh: '渠道', en: 'channels' },
  redemptions: { zh: '兑换码', en: 'redemption codes' },
  orders: { zh: '充值订单', en: 'top-ups' },
  tasks: { zh: '任务', en: 'tasks' },
  logs: { zh: '日志', en: 'log rows' },
  books: { zh: '无明细的用量', en: 'usage without rows' },
}

/** `changed`: taken, but not as it was. `left_out`: not taken. `notice`: taken as it was, and users may notice. */
export type NoteEffect = 'changed' | 'left_out' | 'notice'

export interface ImportNote {
  code: ImportNoteCode
  count: number
  /** Names or ids of some that it concerns. */
  examples: string[]
}

export interface ImportKindReport {
  kind: ImportKind
  /** Rows that were read. */
  read: number
  /** Rows that are new here; in a dry run, that would be. */
  taken: number
  /** Rows of an earlier run that have changed since. */
  updated: number
  /** Rows of an earlier run as they were. */
  same: number
  left_out: number
  notes: ImportNote[]
}

/** What holds anything but its default and is not read. */
export interface ImportUnread {
  /** `table.column`, or a table. */
  name: string
  rows: number
  /** It may be money or a right: the import stops unless it is told to go on without it. */
  stops: boolean
}

export interface ImportReport {
  /** The program, such as `new-api`, and what its columns say of its version. */
  program: string
  version: string
  engine: string
  dry_run: boolean
  /** Rows of an earlier run of the same source were found. */
  repeated: boolean
  milliseconds: number
  kinds: ImportKindReport[]
  unread: ImportUnread[]
}

const note = (effect: NoteEffect, zh: string, en: string) => ({ effect, words: { zh, en } })

export const IMPORT_NOTES = {
  option_unknown: note('left_out', '这里没有对应的设置', 'There is no such option here'),
  option_invalid: note('left_out', '值不符合这里的规则', 'The value does not fit the rules here'),
  option_kept: note('left_out', '这里已有自己的值，予以保留', 'This server has a value of its own, which stays'),
  option_renamed: note('changed', '换成了这里的名称', 'Has another name here'),
  price_default: note(
    'left_out',
    '价格等于原程序的内置价格：改用这里的价格表（可选择全部导入）',
    'Prices that are the program’s built-in ones: the price list here counts, unless all prices are wanted',
  ),
  price_taken: note('notice', '自定的价格优先于这里的价格表', 'Own prices go before the price list here'),
  prices_none: note('left_out', '按选择不导入价格', 'Prices were not wanted (--prices none)'),
  price_kind: note(
    'left_out',
    '这里没有对应的计价方式，请检查这些模型的价格',
    'Kinds of price that are not taken: look at these models',
  ),
  group_added: note(
    'changed',
    '分组没有倍率，以倍率 1 建立',
    'Groups without a ratio were created with the ratio 1, as they counted there',
  ),
  unpriced_sold: note(
    'changed',
    '原程序也出售未定价的模型，因此已打开“出售未定价的模型”',
    'Models without a price were sold there, so SellUnpricedModelsEnabled is on',
  ),
  user_renamed: note(
    'changed',
    '用户名已被占用，已改名：请告诉这些用户',
    'The name is taken here, so it was changed: tell these users',
  ),
  root_merged: note(
    'changed',
    '并入这里的超级管理员：余额与令牌已加入，密码保持不变',
    'Joined with the super administrator here: the balance and tokens are added, the password here stays',
  ),
  second_root: note(
    'changed',
    '这里已有超级管理员，该用户成为管理员',
    'There is a super administrator already, so this one is an administrator',
  ),
  deleted_there: note(
    'notice',
    '上次导入后在原程序中被删除，但在这里仍然有效（可选择一并删除）',
    'Deleted there since an earlier run, and still in use here: delete them here too, or run again with --follow-deletions',
  ),
  deletion_followed: note(
    'changed',
    '上次导入后在原程序中被删除，这里也已删除',
    'Deleted there since an earlier run, and so deleted here',
  ),
  user_deleted: note(
    'notice',
    '已删除的用户：保留记录，不能登录',
    'Deleted users: kept for the records, they cannot log in',
  ),
  user_no_password: note('notice', '没有密码：用第三方账号登录', 'Have no password: they log in at a provider'),
  quota_bounded: note(
    'changed',
    '额度超出范围，已限制到最大值',
    'The quota is above the largest one here and was reduced to it',
  ),
  invite_code_taken: note('changed', '邀请码已被占用，会生成新的', 'The invite code is taken here; a new one is made'),
  factor_lost: note(
    'notice',
    '两步验证与通行密钥没有导入：这些用户只用密码登录，请重新设置',
    'Second factors and passkeys are not taken: a password is enough for these users until they set one up again',
  ),
  user_setting_lost: note(
    'notice',
    '备注、头像与通知设置没有导入',
    'Remarks, pictures and notification settings are not taken',
  ),
  plans_lost: note('left_out', '订阅与签到没有导入', 'Subscriptions and check-ins are not taken'),
  github_name: note(
    'left_out',
    '只有 GitHub 用户名，没有不变的编号：这些用户要重新绑定 GitHub',
    'Only the GitHub name is known, not the id that never changes: these users bind GitHub again',
  ),
  oidc_issuer: note(
    'left_out',
    '没有可用的 OIDC 发现地址：这些用户要重新绑定',
    'No usable OIDC discovery address: these users bind it again',
  ),
  lark_lost: note('left_out', '这里没有飞书登录', 'There is no login with Lark here'),
  custom_provider: note('left_out', '自定义登录方式的绑定没有导入', 'Bindings of custom login providers are not taken'),
  identity_taken: note('left_out', '账号已属于另一个用户', 'The account belongs to another user already'),
  token_owner: note('left_out', '令牌的用户不存在', 'The owner of the token does not exist'),
  token_taken: note('left_out', '密钥已属于另一个令牌', 'The key is that of another token already'),
  token_empty: note('left_out', '没有密钥', 'Has no key'),
  token_ips_dropped: note(
    'changed',
    '去掉了无法识别的 IP 行，其余仍然限制',
    'Lines that are no addresses were dropped; the others still count',
  ),
  token_ips_disabled: note(
    'changed',
    'IP 限制里没有一行能识别：令牌已禁用，请检查后启用',
    'None of the allowed addresses can be read: the token is disabled until somebody looks at it',
  ),
  token_limits_disabled: note(
    'changed',
    '无法读懂令牌的限制：令牌已禁用，请检查后启用',
    'The limits of the token cannot be read: it is disabled until somebody looks at it',
  ),
  token_backup_group: note('changed', '备用分组没有导入', 'The backup group is not taken'),
  token_quota_zero: note(
    'changed',
    '不限额的令牌不再显示负的剩余额度',
    'The negative rest of an unlimited token is shown as 0',
  ),
  token_setting_lost: note('notice', '心跳等令牌设置没有导入', 'Heartbeat settings of the token are not taken'),
  channel_type_changed: note('changed', '换成了这里对应的类型', 'Has another type number here'),
  channel_type_openai: note('changed', '以 OpenAI 格式接入其地址', 'Reached by OpenAI’s format at its address'),
  channel_type_missing: note(
    'changed',
    '这里没有这种类型：作为自定义渠道保存并禁用',
    'There is no such type here: kept as a custom channel, disabled',
  ),
  channel_incomplete: note(
    'changed',
    '缺少这里需要的密钥、地址或参数，已禁用：补全后启用',
    'Disabled, because the key, address or parameter that is needed here is missing or malformed',
  ),
  channel_keys: note(
    'notice',
    '多密钥渠道：密钥与各自的状态都已带来',
    'Channels with several keys: these came with their states',
  ),
  channel_key_invalid: note('changed', '去掉了这里不能使用的密钥', 'Keys that cannot be used here were left out'),
  channel_settings_lost: note(
    'notice',
    '代理、参数覆盖、请求头、系统提示、标签等没有导入，请检查',
    'Overridden parameters and headers, unknown proxies, system prompt and tag are not taken: look at these channels',
  ),
  channel_mapping_invalid: note('changed', '去掉了无法读懂的模型映射', 'A mapping that cannot be read was dropped'),
  channel_deleted: note('left_out', '已删除的渠道', 'Deleted channels'),
  channel_bounded: note('changed', '优先级或权重超出范围，已限制', 'Priority or weight was out of bounds'),
  code_taken: note('left_out', '兑换码已存在', 'The code exists already'),
  code_limits_disabled: note(
    'changed',
    '可多次使用、限定时间或限定用户的兑换码：这里一码一用，已禁用，请检查后启用',
    'Codes with a start, an end or several uses: a code here is used once, so they are disabled until somebody looks at them',
  ),
  code_expired: note('changed', '已过期的兑换码：作为禁用保存', 'Expired codes are disabled'),
  order_unpaid: note('left_out', '尚未支付：支付后再次导入即可带来', 'Not paid: a later run brings it if it is paid'),
  order_taken: note('left_out', '订单号已存在', 'The order number exists already'),
  order_owner: note('left_out', '订单的用户不存在', 'The user of the order does not exist'),
  task_owner: note('left_out', '任务的用户不存在', 'The user of the task does not exist'),
  task_open: note(
    'notice',
    '尚未完成的任务：之后若失败，这里不会退款',
    'Not finished: if these fail later, nothing is refunded here',
  ),
  log_test: note(
    'changed',
    '渠道测试：没有人为它付费，费用记为 0',
    'Channel tests: nobody paid for them, so their charge is 0',
  ),
  log_error: note('left_out', '出错的调用没有导入', 'Rows of failed calls are not taken'),
  log_type: note('changed', '登录等记录作为系统日志', 'Logins and the like are system rows'),
  log_owner: note('changed', '用户已不存在：只保留名称', 'The user does not exist any more: only the name is kept'),
  log_too_young: note('left_out', '几秒内的记录留给下一次导入', 'Rows of the last seconds are left to the next run'),
  books_cleared: note(
    'changed',
    '明细已清理的用量：作为没有日志的用量记入统计',
    'Usage whose rows were cleared: counted in the statistics without rows',
  ),
  books_above: note(
    'changed',
    '日志的合计大于原来的计数：以日志为准',
    'The log has more than the counter had: the log counts',
  ),
} as const satisfies Record<string, { effect: NoteEffect; words: Words }>

export type ImportNoteCode = keyof typeof IMPORT_NOTES
