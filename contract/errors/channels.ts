import type { ErrorText } from './text.ts'

/** Channels. */
export const channelsErrors = {
  channel_ids_invalid: { status: 200, zh: '参数错误', en: 'Invalid parameters' },
  channel_not_found: {
    status: 200,
    zh: '渠道未找到，请刷新页面后重试。',
    en: 'Channel not found; refresh the page and try again.',
  },
  channel_name_key_required: {
    status: 200,
    zh: '请填写渠道名称和渠道密钥！',
    en: 'Fill in the channel name and the channel key!',
  },
  channel_name_required: { status: 200, zh: '请填写渠道名称！', en: 'Fill in the channel name!' },
  channel_key_required: { status: 200, zh: '请填写渠道密钥！', en: 'Fill in the channel key!' },
  channel_keys_tasks: {
    status: 200,
    zh: '此类渠道的任务只能由创建它们的账户查询，因此只能有一个密钥',
    en: 'Tasks of this type of channel can only be asked for with the account that created them, so it has a single key',
  },
  channel_keys_too_many: {
    status: 200,
    zh: '一个渠道最多有 {max} 个密钥',
    en: 'A channel can have at most {max} keys',
  },
  channel_key_not_found: { status: 200, zh: '密钥不存在或已被删除', en: 'The key does not exist, or was removed' },
  channel_key_known: { status: 200, zh: '此渠道已有该密钥', en: 'The channel has this key already' },
  channel_key_last: {
    status: 200,
    zh: '渠道至少需要一个密钥，如不再使用请删除或禁用渠道',
    en: 'A channel needs at least one key; delete or disable the channel instead',
  },
  channel_keys_which: { status: 200, zh: '请指定要移除的密钥', en: 'Say which keys are to be removed' },
  channel_models_required: { status: 200, zh: '请至少选择一个模型！', en: 'Choose at least one model!' },
  channel_groups_required: { status: 200, zh: '请至少选择一个分组！', en: 'Choose at least one group!' },
  channel_scope_size: { status: 200, zh: '请指定 1 到 1000 个渠道 ID', en: 'Specify 1 to 1000 channel ids' },
  channel_scope_unclear: {
    status: 200,
    zh: '请指定 ids 或 filter 其中之一',
    en: 'Specify either `ids` or `filter`',
  },
  channel_scope_too_large: {
    status: 200,
    zh: '符合条件的渠道有 {count} 个，一次最多修改 {max} 个，请缩小范围',
    en: '{count} channels match, and at most {max} can be changed at once: narrow the filter',
  },
  channel_patch_empty: { status: 200, zh: '请至少选择一项要修改的内容', en: 'Choose at least one field to change' },
  channel_patch_unknown: {
    status: 200,
    zh: '包含不支持批量修改的字段',
    en: 'Some of these fields cannot be changed in bulk',
  },
  channel_patch_unclear: {
    status: 200,
    zh: '同一列表不能既替换又增减，同一名称也不能既添加又移除',
    en: 'A list cannot be both replaced and extended or reduced, and a name cannot be both added and removed',
  },
  channel_patch_no_models: {
    status: 200,
    zh: '未作任何修改：修改后 {names} 将没有任何模型',
    en: 'Nothing was changed: {names} would have no models left',
  },
  channel_patch_no_groups: {
    status: 200,
    zh: '未作任何修改：修改后 {names} 将没有任何分组',
    en: 'Nothing was changed: {names} would have no groups left',
  },
  channel_changed_again: {
    status: 200,
    zh: '之后又被修改过',
    en: 'changed again since',
  },
  channel_change_unknown: {
    status: 200,
    zh: '没有这次修改的记录',
    en: 'no record of this change exists',
  },
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
  bill_invalid: {
    status: 200,
    zh: '账单无法读取：{detail}',
    en: 'The bill cannot be read: {detail}',
  },
  bill_too_many_calls: {
    status: 200,
    zh: '这段时间有 {calls} 次调用，最多可比对 {max} 次：请导出更短的时间段',
    en: 'The period has {calls} calls, and {max} can be compared: export a shorter one',
  },
  channel_buy_price_invalid: {
    status: 200,
    zh: '采购价不合法：折扣和单价须为不小于 0 的数字，外币须填写汇率',
    en: 'The buy price is invalid: discount and prices are numbers of at least 0, and a foreign currency needs a rate',
  },
  channel_proxy_invalid: {
    status: 200,
    zh: '代理地址不合法：须为 http://、https:// 或 socks5:// 开头的“主机:端口”，可带“用户名:密码@”',
    en: 'The proxy is invalid: http://, https:// or socks5://, name:password@ if it asks for them, host and port',
  },
  channel_proxy_password_required: {
    status: 200,
    zh: '代理地址已更改，请重新填写密码',
    en: 'The address of the proxy has changed: enter its password again',
  },
  channel_certificate_invalid: {
    status: 200,
    zh: '证书不合法：须为 PEM 文本',
    en: 'The certificate is invalid: PEM text is needed',
  },
  channel_client_key_required: {
    status: 200,
    zh: '请填写客户端证书的私钥',
    en: 'Enter the private key of the client certificate',
  },
  channel_client_key_invalid: {
    status: 200,
    zh: '私钥不合法，或与客户端证书不匹配：须为未加密的 PEM 文本',
    en: 'The private key is not the one of the client certificate, or is no PEM text without a password',
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
  channel_base_url_query: {
    status: 200,
    zh: '地址不能包含 ? 或 # 及其后的内容：请求路径会接在地址之后',
    en: 'Remove ? and # and the text after them: the path of each call is appended to the address',
  },
  channel_base_url_fragment: {
    status: 200,
    zh: '地址不能包含 # 及其后的内容：这部分不会发送给上游',
    en: 'Remove # and the text after it: that part of an address is never sent',
  },
  channel_bot_id_required: { status: 200, zh: '请填写智能体 ID', en: 'Fill in the bot ID' },
  channel_bot_id_invalid: { status: 200, zh: '智能体 ID 只能是数字', en: 'The bot ID must be a number' },
  channel_account_id_required: { status: 200, zh: '请填写 Account ID', en: 'Fill in the account ID' },
  channel_account_id_invalid: {
    status: 200,
    zh: 'Account ID 只能包含字母、数字、下划线和连字符',
    en: 'The account ID must contain only letters, digits, underscores and hyphens',
  },
  channel_library_id_required: { status: 200, zh: '请填写知识库 ID', en: 'Fill in the knowledge base ID' },
  channel_library_id_invalid: {
    status: 200,
    zh: '知识库 ID 只能包含字母、数字、下划线和连字符',
    en: 'The knowledge base ID must contain only letters, digits, underscores and hyphens',
  },
  channel_api_version_invalid: {
    status: 200,
    zh: 'API 版本应形如 2024-10-21 或 2023-06-01-preview',
    en: 'The API version must look like 2024-10-21 or 2023-06-01-preview',
  },
  channel_plugin_invalid: {
    status: 200,
    zh: '插件 ID 含有无法发送的字符，请只使用英文字母、数字和半角符号',
    en: 'The plugin ID contains characters that cannot be sent: use ASCII letters, digits and symbols only',
  },
  channel_region_invalid: {
    status: 200,
    zh: '部署地区必须是地区名，或包含 default 字段的 JSON，例如 {"default":"us-central1"}',
    en: 'The region must be a region name, or JSON with the field default, for example {"default":"us-central1"}',
  },
  channel_gemini_version_invalid: {
    status: 200,
    zh: 'API 版本应形如 v1beta 或 v1',
    en: 'The API version must look like v1beta or v1',
  },
  channel_key_single: {
    status: 200,
    zh: '一个渠道只有一个密钥，请只填写一行；如需使用多个密钥，请添加多个渠道',
    en: 'A channel has one key: enter one line. To use more keys, add more channels',
  },
  channel_model_version_invalid: {
    status: 200,
    zh: '模型版本是接口地址中的版本号，例如：v2.1',
    en: 'The model version must be the version number in the URL, for example v2.1',
  },
  channel_key_characters: {
    status: 200,
    zh: '密钥含有无法发送的字符，请只使用英文字母、数字和半角符号',
    en: 'The key contains characters that cannot be sent: use ASCII letters, digits and symbols only',
  },
  channel_key_baidu: {
    status: 200,
    zh: '密钥的格式应为 APIKey|SecretKey',
    en: 'The key must have the form APIKey|SecretKey',
  },
  channel_key_zhipu: {
    status: 200,
    zh: '密钥的格式应为 id.secret',
    en: 'The key must have the form id.secret',
  },
  channel_key_spark: {
    status: 200,
    zh: '密钥的格式应为 APPID|APISecret|APIKey',
    en: 'The key must have the form APPID|APISecret|APIKey',
  },
  channel_key_tencent: {
    status: 200,
    zh: '密钥的格式应为 AppId|SecretId|SecretKey，AppId 是数字',
    en: 'The key must have the form AppId|SecretId|SecretKey, with a numeric AppId',
  },
  channel_key_aws: {
    status: 200,
    zh: '密钥的格式应为 Ak|Sk|Region 或 密钥|Region，例如区域 us-east-1',
    en: 'The key must have the form Ak|Sk|Region or key|Region, with a region such as us-east-1',
  },
  channel_key_google: {
    status: 200,
    zh: '密钥应为服务账号的 JSON（包含 project_id、private_key 和 client_email），或快速模式的 API 密钥',
    en: 'The key must be the JSON of a service account, with project_id, private_key and client_email, or an API key for express mode',
  },
  channel_organization_characters: {
    status: 200,
    zh: '组织含有无法发送的字符，请只使用英文字母、数字和半角符号',
    en: 'The organization contains characters that cannot be sent: use ASCII letters, digits and symbols only',
  },
  channel_test_running: { status: 200, zh: '测试已在运行中', en: 'A test is already running' },
  channel_balance_running: { status: 200, zh: '余额更新已在运行中', en: 'A balance update is already running' },
  channel_balance_unsupported: { status: 200, zh: '尚未实现', en: 'Not implemented' },
  channel_models_unsupported: {
    status: 200,
    zh: '仅支持 OpenAI 类型渠道',
    en: 'Only channels of type OpenAI support this',
  },
  channel_models_unreadable: { status: 200, zh: '上游返回错误', en: 'The upstream returned an error' },
  channel_upstream_status: { status: 200, zh: '上游返回状态码 {status}', en: 'status code: {status}' },
  channel_upstream_refused: {
    status: 200,
    zh: '上游返回状态码 {status}：{detail}',
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
    en: 'The upstream returned an invalid answer',
  },
  channel_usage_missing: { status: 200, zh: '上游没有返回用量（usage）', en: 'The upstream returned no usage' },
  channel_test_unsupported: {
    status: 200,
    zh: '不支持测试 {kind} 渠道',
    en: '{kind} channel test is not supported',
  },
  channel_model_untestable: {
    status: 200,
    zh: '模型 {model} 无法用小请求测试',
    en: 'Model {model} cannot be tested with a small request',
  },
  channel_probe_key_required: {
    status: 200,
    zh: '类型或地址已更改，请填写密钥后再测试',
    en: 'The type or the address was changed: enter the key before testing',
  },
} as const satisfies Record<string, ErrorText>
