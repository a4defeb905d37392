import type { ErrorText } from './text.ts'

/** Options. */
export const optionsErrors = {
  option_unknown: { status: 200, zh: '未知的设置项：{key}', en: 'Unknown option: {key}' },
  option_not_boolean: { status: 200, zh: '必须是 true 或 false', en: 'Must be true or false' },
  option_not_number: {
    status: 200,
    zh: '必须是不小于 {min} 的数字',
    en: 'Must be a number of at least {min}',
  },
  option_above_maximum: { status: 200, zh: '不能大于 {max}', en: 'Must be at most {max}' },
  /** For one value among several; `name` identifies it. */
  option_too_large: { status: 200, zh: '{name} 不能大于 {max}', en: '{name} must be at most {max}' },
  option_required: { status: 200, zh: '不能为空', en: 'Must not be empty' },
  option_needs_part: { status: 200, zh: '必须包含 {part}', en: 'Must contain {part}' },
  option_not_integer: { status: 200, zh: '必须是整数', en: 'Must be an integer' },
  option_not_json: { status: 200, zh: '不是合法的 JSON 字符串', en: 'Not valid JSON' },
  option_topup_ratio_not_json: {
    status: 200,
    zh: '充值分组倍率不是合法的 JSON 字符串',
    en: 'The top-up group ratios are not valid JSON',
  },
  option_json_shape: {
    status: 200,
    zh: 'JSON 的内容不符合要求：{detail}',
    en: 'The JSON does not have the expected structure: {detail}',
  },
  option_default_group: {
    status: 200,
    zh: '分组倍率必须包含 default 分组：新用户属于该分组',
    en: 'The group ratios must contain the group "default": new users belong to it',
  },
  option_price_name: {
    status: 200,
    zh: '名称“{name}”的首尾或冒号后有空格，它的价格永远不会生效',
    en: 'The name "{name}" has a space at its start or end or after the colon: its price would never apply',
  },
  option_tool_name: {
    status: 200,
    zh: '未知的工具“{name}”：可用 web_search、web_search_preview、file_search、code_interpreter、image_generation、google_maps，或在后面加“:模型名”',
    en: 'Unknown tool "{name}": use web_search, web_search_preview, file_search, code_interpreter, image_generation or google_maps, optionally followed by ":" and a model',
  },
  option_fallback: {
    status: 200,
    zh: '模型“{name}”的备用模型无效：请用逗号分隔 1 至 {max} 个其他模型',
    en: 'The fallbacks of "{name}" are invalid: name 1 to {max} other models, separated by commas',
  },
  option_group_name: {
    status: 200,
    zh: '分组名“{name}”无效：不能为空，首尾不能有空格，也不能包含逗号',
    en: 'The group name "{name}" is invalid: it must not be empty, start or end with a space, or contain a comma',
  },
  option_group_unknown: {
    status: 200,
    zh: '分组“{name}”不存在：请先在分组倍率中添加',
    en: 'The group "{name}" does not exist: add it to the group ratios first',
  },
  option_not_url: {
    status: 200,
    zh: '必须是以 http:// 或 https:// 开头的完整地址',
    en: 'Must be a full URL that starts with http:// or https://',
  },
  option_not_picture: {
    status: 200,
    zh: '必须是 http(s):// 开头的完整地址、以 / 开头的路径，或 data:image/ 开头的图片数据',
    en: 'Must be a full URL that starts with http:// or https://, a path that starts with /, or an image that starts with data:image/',
  },
  option_not_colour: {
    status: 200,
    zh: '必须是 #rrggbb 形式的颜色，例如 #3454d1',
    en: 'Must be a colour of the form #rrggbb, such as #3454d1',
  },
  option_colour_too_light: {
    status: 200,
    zh: '这个颜色太浅：与白色的对比度只有 {contrast}:1，至少需要 1.9:1，文字和按钮才看得清',
    en: 'The colour is too light: its contrast to white is {contrast}:1, and text and buttons need at least 1.9:1',
  },
  option_not_sender: {
    status: 200,
    zh: '必须是一个邮箱地址，可以带名称：名称 <name@example.com>',
    en: 'Must be one e-mail address, with or without a name: Name <name@example.com>',
  },
  option_chat_link: {
    status: 200,
    zh: '“{name}”的链接无效：必须以 http://、https://、ama://、opencat:// 或 cherrystudio:// 开头',
    en: 'The link of "{name}" is invalid: it must start with http://, https://, ama://, opencat:// or cherrystudio://',
  },
  option_model_card: {
    status: 200,
    zh: '模型“{name}”的资料无效：{detail}',
    en: 'What is said of the model "{name}" is not valid: {detail}',
  },
  option_limits: {
    status: 200,
    zh: '“{name}”的限制无效：{detail}',
    en: 'The limits of "{name}" are not valid: {detail}',
  },
  option_time_zone: {
    status: 200,
    zh: '不是时区名称，例如 Asia/Shanghai 或 UTC',
    en: 'Not the name of a time zone, such as Asia/Shanghai or UTC',
  },
  option_price_rule: {
    status: 200,
    zh: '模型“{name}”的条件价格无效：{detail}',
    en: 'The conditional price of the model "{name}" is not valid: {detail}',
  },
  option_not_choice: { status: 200, zh: '必须是 {choices} 之一', en: 'Must be one of {choices}' },
  option_too_long: { status: 200, zh: '不能超过 {max} 个字符', en: 'Must have at most {max} characters' },
  option_without_history: {
    status: 200,
    zh: '该设置项没有可以撤销的修改',
    en: 'This option has no change to undo',
  },
  option_secret_undo: {
    status: 200,
    zh: '密钥类设置不保留历史，无法撤销',
    en: 'Secrets have no history: their changes cannot be undone',
  },
  option_changed_meanwhile: {
    status: 200,
    zh: '该设置项刚刚被修改，请刷新后重试',
    en: 'This option has just been changed: refresh and try again',
  },
  price_sync_address: {
    status: 200,
    zh: '“{address}”不是 http(s) 地址',
    en: '"{address}" is not an http(s) address',
  },
  price_sync_too_many: { status: 200, zh: '最多填写 {max} 个价格表地址', en: 'Enter at most {max} price lists' },
  price_sync_no_sources: {
    status: 200,
    zh: '请先填写价格表地址',
    en: 'Enter the address of a price list first',
  },
  price_sync_stale: {
    status: 200,
    zh: '“{model}”的价格在预览之后有变化，请重新获取价格表',
    en: 'The price of "{model}" has changed since the preview: read the lists again',
  },
  price_sync_kept: {
    status: 200,
    zh: '“{model}”已锁定或使用自定义价格，同步不会修改',
    en: 'The price of "{model}" is locked or your own: a sync does not change it',
  },
  price_sync_nothing_to_undo: {
    status: 200,
    zh: '没有可以撤销的价格同步',
    en: 'There is no price sync to undo',
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
  option_oidc_provider: {
    status: 200,
    zh: '登录提供方 {name} 的 {field} 无效',
    en: 'The {field} of the login provider {name} is not valid',
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
} as const satisfies Record<string, ErrorText>
