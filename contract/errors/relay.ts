import type { ErrorText } from './text.ts'

/** Relay: admission, billing, upstreams. */
export const relayErrors = {
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
    zh: '你的 IP 不在令牌允许访问的列表中',
    en: 'Your IP address is not on the allow list of this token',
  },
  body_invalid: { status: 400, zh: '无效的请求, {detail}', en: 'Invalid request, {detail}' },
  body_too_large: {
    status: 413,
    zh: '请求体过大，最大 {max} MB',
    en: 'The request body is too large, the maximum is {max} MB',
  },
  body_too_slow: {
    status: 408,
    zh: '请求体传输过慢：请在更快的连接上重试，或缩短请求',
    en: 'The request body arrived too slowly: try again on a faster connection, or with a shorter request',
  },
  encoding_unsupported: {
    status: 415,
    zh: '不支持 Content-Encoding: {encoding}，可用 gzip、deflate、br、zstd',
    en: 'Content-Encoding {encoding} is not supported: use gzip, deflate, br or zstd',
  },
  model_required: { status: 400, zh: '请选择模型', en: 'field model is required' },
  model_name_invalid: {
    status: 400,
    zh: '模型名称无效：最多 {max} 个字符，且不能包含控制字符',
    en: 'The model name is invalid: it must have at most {max} characters and no control characters',
  },
  field_required: { status: 400, zh: 'field {field} is required', en: 'field {field} is required' },
  image_count_invalid: {
    status: 400,
    zh: 'n 必须是 1 到 {max} 之间的整数',
    en: 'n must be an integer from 1 to {max}',
  },
  speech_text_required: {
    status: 400,
    zh: 'input 必须是非空字符串',
    en: 'input must be a non-empty string',
  },
  image_look_invalid: {
    status: 400,
    zh: '{field} 必须是不超过 40 个 ASCII 字符的字符串，例如 1024x1024',
    en: '{field} must be a string of at most 40 ASCII characters, such as 1024x1024',
  },
  invalid_query: { status: 400, zh: 'query is empty', en: 'query is empty' },
  invalid_documents: { status: 400, zh: 'documents is empty', en: 'documents is empty' },
  max_tokens_invalid: { status: 400, zh: 'max_tokens is invalid', en: 'max_tokens is invalid' },
  background_unsupported: {
    status: 400,
    zh: '此站点不存储响应，不支持 background 模式，请去掉 background 字段',
    en: 'This site stores no responses, which background mode needs: remove `background` from the request',
  },
  background_needs_store: {
    status: 400,
    zh: 'background 模式需要存储响应，请去掉 store 字段',
    en: 'Background mode needs a stored response: remove `store` from the request',
  },
  response_in_progress: {
    status: 400,
    zh: '响应仍在生成，请先取消',
    en: 'The response is still in progress: cancel it first',
  },
  sensitive_words_detected: {
    status: 400,
    zh: '请求内容包含敏感词，请修改后重试',
    en: 'The request contains words that are not allowed: change it and try again',
  },
  call_rate_exceeded: {
    status: 429,
    zh: '调用过于频繁：{scope}每分钟最多调用 {limit} 次，请 {wait}后再试',
    en: 'Too many calls: the limit of {scope} is {limit} per minute, try again in {wait}',
  },
  daily_calls_exceeded: {
    status: 429,
    zh: '今日调用次数已用完：{scope}每天最多调用 {limit} 次，{wait}后重新计算',
    en: 'The calls of today are used up: the limit of {scope} is {limit} a day, counted anew in {wait}',
  },
  token_rate_exceeded: {
    status: 429,
    zh: '令牌数过多：{scope}每分钟最多使用 {limit} 个 tokens，请 {wait}后再试',
    en: 'Too many tokens: the limit of {scope} is {limit} per minute, try again in {wait}',
  },
  daily_tokens_exceeded: {
    status: 429,
    zh: '今日 tokens 已用完：{scope}每天最多使用 {limit} 个 tokens，{wait}后重新计算',
    en: 'The tokens of today are used up: the limit of {scope} is {limit} a day, counted anew in {wait}',
  },
  parallel_calls_exceeded: {
    status: 429,
    zh: '同时进行的调用过多：{scope}最多同时进行 {limit} 个调用，请等待其中之一结束',
    en: 'Too many calls at the same time: the limit of {scope} is {limit}, wait until one ends',
  },
  budget_exceeded: {
    status: 429,
    zh: '预算已用完：{scope}{window}最多花费 {amount}{models}，{wait}后重新计算',
    en: 'The budget is used up: {scope} may spend {amount}{models} {window}, which is counted anew in {wait}',
  },
  channels_at_limit: {
    status: 429,
    zh: '模型 {model} 的所有渠道均已达到限制，请 {wait}后再试',
    en: 'All channels of the model {model} are at their limits, try again in {wait}',
  },
  too_many_large_calls: {
    status: 429,
    zh: '你进行中的大请求过多（共 {size} MB），请等待部分请求得到响应，{seconds} 秒后再试',
    en: 'You have too many large requests in progress ({size} MB): wait for some of them, and try again in {seconds} seconds',
  },
  large_calls_everywhere: {
    status: 503,
    zh: '服务器正忙于处理其他大请求，请 {seconds} 秒后再试',
    en: 'The server is busy with other large requests, try again in {seconds} seconds',
  },
  too_many_large_answers: {
    status: 429,
    zh: '你进行中的大响应过多（共 {size} MB），请 {seconds} 秒后再试',
    en: 'You have too many large answers in progress ({size} MB), try again in {seconds} seconds',
  },
  large_answers_everywhere: {
    status: 503,
    zh: '服务器正忙于处理其他大响应，请 {seconds} 秒后再试',
    en: 'The server is busy with other large answers, try again in {seconds} seconds',
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
    zh: '该令牌无权访问模型 {model}，可用模型：{allowed}',
    en: 'This token may not use the model {model}, only: {allowed}',
  },
  endpoint_not_allowed: {
    status: 403,
    zh: '该令牌无权调用 {endpoint} 接口，可用接口：{allowed}',
    en: 'This token may not call the endpoint {endpoint}, only: {allowed}',
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
  operation_unsupported: {
    status: 400,
    zh: '模型 {model} 的渠道不支持 {path} 接口',
    en: 'No channel of model {model} supports {path}',
  },
  model_unpriced: {
    status: 400,
    zh: '模型 {model} 未配置价格，请联系管理员设置模型倍率或固定价格',
    en: 'The model {model} has no price: ask the administrator to set a model ratio or a fixed price',
  },
  insufficient_user_quota: {
    status: 403,
    zh: '用户额度不足，本次至少需要 {need}',
    en: 'Insufficient balance: this call needs at least {need}',
  },
  insufficient_token_quota: {
    status: 403,
    zh: '令牌额度不足，本次至少需要 {need}',
    en: 'Insufficient token quota: this call needs at least {need}',
  },
  quota_ended_stream: {
    status: 403,
    zh: '额度已用尽，回答到此中止，已按已输出的内容计费',
    en: 'The quota is used up: the answer ends here, and only the delivered part is billed',
  },
  call_stopped: {
    status: 403,
    zh: '管理员已停止此次调用，只收取已输出内容的费用',
    en: 'An administrator stopped this call: only what was delivered is charged',
  },
  quota_reserved: {
    status: 429,
    zh: '余额已被进行中的请求占用，请稍后再试',
    en: 'The balance is reserved by calls in progress, try again shortly',
  },
  answer_exceeds_quota: {
    status: 403,
    zh: '余额不足以支付本次回答（{need}），未计费',
    en: 'The balance does not cover this answer, which costs {need}; nothing was charged',
  },
  unpaid_limit_reached: {
    status: 403,
    zh: '该账户 24 小时内未能支付的回答已达上限，每次调用至少需要 {need}',
    en: 'The account has reached the limit of answers that it could not pay within 24 hours: each call needs at least {need}',
  },
  billing_unavailable: {
    status: 503,
    zh: '计费服务暂不可用，请稍后再试',
    en: 'Billing is temporarily unavailable, try again shortly',
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
    en: 'The upstream ended the answer early; only the delivered part is billed',
  },
  answer_medium_unsupported: {
    status: 400,
    zh: '模型返回了图片或音频，本次调用的接口格式不支持，请改用其他接口',
    en: 'The model answered with an image or audio, which the format of this call does not support: use another endpoint',
  },
  upstream_malformed: {
    status: 502,
    zh: '上游返回了无法识别的内容',
    en: 'The upstream returned an invalid answer',
  },
  answer_too_large: {
    status: 502,
    zh: '上游返回的内容过大，已停止接收',
    en: 'The answer of the upstream is too large and was not read to its end',
  },
  upstream_auth: { status: 502, zh: '上游拒绝了渠道的密钥', en: 'The upstream refused the key of the channel' },
  upgrade_required: {
    status: 426,
    zh: '此接口只接受 WebSocket 连接',
    en: 'This path accepts WebSocket connections only',
  },
  frame_too_large: {
    status: 413,
    zh: '单个消息过大，最大 {max} MB，会话已关闭',
    en: 'A message exceeds the maximum of {max} MB: the session is closed',
  },
  session_too_long: {
    status: 408,
    zh: '会话已达到最长时长，请重新连接',
    en: 'The session has reached its maximum duration: connect again',
  },
  responses_socket_unsupported: {
    status: 426,
    zh: '此接口不支持 WebSocket，请使用 POST /v1/responses',
    en: 'This path does not support WebSocket: use POST /v1/responses',
  },
  /** These five use OpenAI's texts, which clients expect. */
  previous_response_not_found: {
    status: 400,
    zh: "Previous response with id '{id}' not found.",
    en: "Previous response with id '{id}' not found.",
  },
  response_not_found: {
    status: 404,
    zh: "Response with id '{id}' not found.",
    en: "Response with id '{id}' not found.",
  },
  response_not_in_background: {
    status: 400,
    zh: 'Cannot cancel a synchronous response.',
    en: 'Cannot cancel a synchronous response.',
  },
  item_not_found: {
    status: 404,
    zh: "Item with id '{id}' not found.",
    en: "Item with id '{id}' not found. Items are kept for an hour, and not when `store` is set to false.",
  },
  invalid_encrypted_content: {
    status: 400,
    zh: 'The encrypted content of {field} could not be verified.',
    en: 'The encrypted content of {field} could not be verified.',
  },
  api_not_implemented: { status: 501, zh: 'API not implemented', en: 'API not implemented' },
  invalid_url: { status: 404, zh: 'Invalid URL ({method} {path})', en: 'Invalid URL ({method} {path})' },
  model_not_found: {
    status: 404,
    zh: "模型 '{model}' 不存在",
    en: "The model '{model}' does not exist",
  },
} as const satisfies Record<string, ErrorText>
