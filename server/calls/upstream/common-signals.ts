import { SOURCES as S } from './sources.ts'
import { named, type Signal, withStatus, worded } from './vendor-signals.ts'

/**
 * What errors mean at any vendor. The first line that fits decides: codes and types before words, words that name their
 * cause before words that occur in several, and the status last. A name also stands for its dotted family: `throttling`
 * for `Throttling.RateQuota`.
 */

const OF_CALLERS_SERVER =
  /\bMCP (?:server|tool|connector)|\b(?:download|fetch|retriev)\w*\b[^.\n]{0,60}(?:\burls?\b|https?:|\[upstream\])|\binvalid (?:image |file )?url\b|(?:下载|获取)(?:图片|文件|链接|音频|视频|媒体).{0,10}失败/i

const names: readonly Signal[] = [
  // What a caller's own server or address answers says nothing of the key.
  named('request', S.openai, 'external_connector_error invalid_image_url invalid_file_url'),
  worded('request', S.anthropicMcp, OF_CALLERS_SERVER),
  worded('elsewhere', S.openai, /^item with id .{0,200}not found/im),
  worded('model', S.openai, /organi[sz]ation must be verified/i),
  named('content', S.azure, 'content_filter ResponsibleAIPolicyViolation content_management_policy'),
  named('content', S.openai, 'content_policy_violation moderation_blocked'),
  named('content', S.alibaba, 'data_inspection_failed DataInspectionFailed InvalidParameter.DataInspection'),
  named('content', S.volcengine, 'InputTextRiskDetection InputImageRiskDetection OutputTextRiskDetection'),
  named('content', S.volcengine, 'OutputImageRiskDetection SensitiveContentDetected'),
  named('content', S.volcengine, 'InputTextSensitiveContentDetected InputImageSensitiveContentDetected'),
  named('content', S.volcengine, 'OutputTextSensitiveContentDetected OutputImageSensitiveContentDetected'),
  named('content', S.tencent, 'OperationDenied.TextIllegalDetected OperationDenied.ImageIllegalDetected'),
  named('content', S.baidu, 'unsafe_request image_url_unsafe'),
  named('content', S.family, 'sensitive_words_detected'),
  named('content', S.alibaba, 'IPInfringementSuspect CustomRoleBlocked FaqRuleBlocked'),
  named('content', S.stepfun, 'censorship_blocked'),
  named('elsewhere', S.openai, 'invalid_encrypted_content previous_response_not_found'),
  named('elsewhere', S.anthropic, 'thread_not_found'),
  named('key', S.openai, 'invalid_api_key account_deactivated organization_deactivated project_archived'),
  named('key', S.openai, 'token_invalidated invalid_organization mismatched_organization mismatched_project'),
  named('key', S.googleRpc, 'API_KEY_INVALID API_KEY_EXPIRED CONSUMER_SUSPENDED CONSUMER_INVALID SERVICE_DISABLED'),
  named('key', S.googleRpc, 'API_KEY_SERVICE_BLOCKED ACCOUNT_STATE_INVALID ACCESS_TOKEN_EXPIRED UNAUTHENTICATED'),
  named('key', S.anthropic, 'authentication_error'),
  named('key', S.groq, 'organization_restricted'),
  named('key', S.moonshot, 'invalid_authentication_error incorrect_api_key_error'),
  named('key', S.alibaba, 'InvalidApiKey AccessDenied.Unpurchased'),
  named('key', S.volcengine, 'AuthenticationError InvalidAccountStatus'),
  named('key', S.baidu, 'invalid_iam_token invalid_appid'),
  // Requests are signed with the time: a clock is wrong, not the key.
  named('unknown', S.tencent, 'AuthFailure.SignatureExpire'),
  named('key', S.tencent, 'AuthFailure FailedOperation.ServiceNotActivated FailedOperation.UserUnAuthError'),
  named('key', S.tencent, 'FailedOperation.ServiceStop ResourceUnavailable.StopUsing'),
  named('key', S.aws, 'UnrecognizedClientException InvalidSignatureException ExpiredTokenException'),
  named('key', S.aws, 'InvalidClientTokenId MissingAuthenticationToken IncompleteSignature'),
  named('key', S.alibaba, 'WorkSpaceNotFound Workspace.AccessDenied'),
  named('key', S.tencent, 'UnauthorizedOperation IpNotInWhitelist IpInBlacklist'),
  named('key', S.openai, 'ip_not_authorized'),
  named('key', S.fastgpt, 'unAuthApiKey'),
  named('key', S.huawei, 'ModelArts.81023'),
  named('key', S.family, 'token_invalid token_expired token_disabled token_missing'),
  named('money', S.openai, 'insufficient_quota billing_not_active credit_balance_exhausted'),
  named('money', S.openai, 'organization_spend_limit_exceeded project_spend_limit_exceeded'),
  named('money', S.openai, 'organization_usage_limit_exceeded'),
  named('money', S.openaiReports, 'billing_hard_limit_reached'),
  named('money', S.anthropicLimits, 'enforced_spend_limit_reached'),
  named('money', S.anthropic, 'billing_error'),
  named('money', S.googleRpc, 'BILLING_DISABLED'),
  named('money', S.moonshot, 'exceeded_current_quota_error'),
  named('money', S.minimax, 'insufficient_balance_error insufficient_balance'),
  named('money', S.alibaba, 'Arrearage CommodityNotPurchased PrepaidBillOverdue PostpaidBillOverdue'),
  named('money', S.volcengine, 'AccountOverdueError OperationDenied.ServiceOverdue'),
  named('money', S.baidu, 'account_overdue BILLING_INSUFFICIENT_BALANCE QUOTA_USER_DAILY_FREE'),
  named('money', S.tencent, 'FailedOperation.ResourcePackExhausted FailedOperation.FreeResourcePackExhausted'),
  named('money', S.tencent, 'FailedOperation.ServiceStopArrears ResourceUnavailable.InArrears'),
  named('money', S.tencent, 'ResourceUnavailable.LowBalance ResourceInsufficient.ChargeResourceExhaust'),
  named('money', S.dify, 'provider_quota_exceeded'),
  named('money', S.huawei, 'ModelArts.81019 ModelArts.81021 ModelArts.81022'),
  named('money', S.family, 'insufficient_user_quota insufficient_token_quota token_exhausted unpaid_limit_reached'),
  named('money', S.family, 'pre_consume_token_quota_failed'),
  named('model', S.alibaba, 'AllocationQuota.FreeTierOnly ModelNotFound model_access_denied Model.AccessDenied'),
  named('model', S.tencent, 'InvalidParameterValue.Model'),
  named('unfit', S.azureErrors, 'OperationNotSupported'),
  named(
    'model',
    S.openai,
    'model_not_found unsupported_country_region_territory model_not_available model_not_supported',
  ),
  named('model', S.azureErrors, 'DeploymentNotFound'),
  named('model', S.groq, 'model_permission_blocked_org model_permission_blocked_project model_terms_required'),
  named('model', S.volcengine, 'ModelNotOpen InvalidEndpointOrModel InvalidEndpoint SetLimitExceeded QuotaExceeded'),
  named('model', S.baidu, 'invalid_model no_permission_model'),
  named('resource', S.openai, 'file_not_found vector_store_not_found container_not_found'),
  named('request', S.openai, 'invalid_value unsupported_value unsupported_parameter unknown_parameter invalid_type'),
  named('request', S.openai, 'missing_required_parameter string_above_max_length decimal_above_max_value'),
  named('request', S.openai, 'integer_above_max_value integer_below_min_value decimal_below_min_value invalid_json'),
  named('request', S.openai, 'invalid_image image_too_large invalid_base64 invalid_function_parameters'),
  named('request', S.anthropic, 'request_too_large'),
  named('request', S.vllm, 'BadRequestError'),
  named('request', S.groq, 'json_validate_failed tool_use_failed'),
  named('request', S.volcengine, 'MissingParameter InvalidParameter InvalidImageURL'),
  named('request', S.alibaba, 'BadRequest.TooLarge BadRequest.EmptyInput BadRequest.EmptyParameters InvalidURL'),
  named('request', S.baidu, 'malformed_json invalid_messages characters_too_long tokens_too_long'),
  named('request', S.tencent, 'InvalidParameterValue UnknownParameter'),
]

/** Creates a search for two words of the same sentence, in either order. */
const near = (one: string, other: string) =>
  new RegExp(`(?:${one})[^.\\n]{0,60}(?:${other})|(?:${other})[^.\\n]{0,60}(?:${one})`, 'i')

/** Words of which each says by itself that money is missing, whatever the error is called. */
const EMPTY_PURSE = near(
  '\\b(?:credits?|balance|funds|extra usage|(?:user|token|subscription) quota)\\b',
  "\\b(?:exhausted|depleted|used (?:up|all)|r[au]n out|out of|insufficient|not (?:enough|sufficient)|too low|negative|expired|overdue|exceeded|(?:doe)?s ?n[o']t have|do ?n[o']t have|ha(?:s|ve) no|positive|draw from)\\b",
)
const EMPTY_ACCOUNT =
  /regain access on|reached (?:your|its|the) (?:specified|monthly|billing)[^.]{0,40}(?:limit|budget)|billing (?:hard )?limit|spend(?:ing)? (?:limit|cap)|(?<!thinking |token )budget (?:has been |is )?exceeded|(?:exhausted|over|exceeded|hit|reached) (?:its |your |the )?(?:monthly )?budget|monthly[^.\n]{0,30}(?:limit|budget|quota|credits)[^.\n]{0,20}(?:reached|exceeded|hit|exhausted)|billing (?:cycle|period)|(?:subscription|trial|plan) (?:has |is )?(?:expired|ended|inactive|lapsed|past due|not active)|(?:inactive|no active|not have an active) subscription|insufficient[_ ](?:account[_ ])?(?:balance|credits?|funds?)|failure to pay|past invoices|requires billing|欠费|(?:余额|额度|套餐|积分|点数)(?:已)?(?:不足|用完|耗尽|用尽|到期)/i

const named429: readonly Signal[] = [
  worded(
    'afford',
    S.openrouter,
    /can only afford|fewer max_tokens|prompt tokens limit exceeded: \d+ >|预扣费额度失败/i,
  ),
  worded('money', S.family, EMPTY_PURSE),
  worded('money', S.family, EMPTY_ACCOUNT),
  named('load', S.baidu, 'preemptible_resource_exhausted'),
  { ...named('rate', S.googleRpc, 'RESOURCE_EXHAUSTED'), saysWhen: true },
  { ...named('money', S.google, 'RESOURCE_EXHAUSTED'), statuses: [402] },
  named('rate', S.googleRpc, 'RESOURCE_EXHAUSTED'),
  named('rate', S.openai, 'rate_limit_exceeded requests tokens input_tokens output_tokens'),
  named('rate', S.anthropic, 'rate_limit_error'),
  named('rate', S.openai, 'usage_limit_reached'),
  named('rate', S.azureErrors, 'RateLimitReached too_many_requests'),
  named('rate', S.moonshot, 'rate_limit_reached_error'),
  named('rate', S.alibaba, 'Throttling limit_requests limit_burst_rate RequestThrottled'),
  named('rate', S.bedrock, 'ThrottlingException ServiceQuotaExceededException TooManyRequestsException'),
  named('rate', S.volcengine, 'RateLimitExceeded AccountRateLimitExceeded'),
  named('rate', S.tencent, 'LimitExceeded RequestLimitExceeded FailedOperation.EngineServerLimitExceeded'),
  named('rate', S.baidu, 'rpm_rate_limit_exceeded tpm_rate_limit_exceeded QUOTA_USER_DAILY_REQUEST'),
  named('rate', S.huawei, 'ModelArts.81101'),
  named('load', S.cerebras, 'queue_exceeded'),
  named('rate', S.cerebras, 'too_many_requests_error token_quota_exceeded request_quota_exceeded'),
  named('rate', S.family, 'quota_reserved call_rate_exceeded upstream_busy'),
  named('load', S.anthropic, 'overloaded_error'),
  named('load', S.moonshot, 'engine_overloaded_error'),
  named('load', S.openai, 'server_is_overloaded service_unavailable_error slow_down'),
  named('load', S.googleRpc, 'UNAVAILABLE'),
  named('load', S.volcengine, 'ServerOverloaded'),
  named('load', S.alibaba, 'ModelUnavailable'),
  named('slow', S.alibaba, 'RequestTimeOut'),
  named('slow', S.tencent, 'FailedOperation.EngineRequestTimeout'),
  named('slow', S.azureErrors, 'Timeout'),
  named('load', S.bedrock, 'ModelNotReadyException ServiceUnavailableException'),
  named('load', S.azureErrors, 'NoCapacity ServiceUnavailable'),
  named('slow', S.anthropic, 'timeout_error'),
  named('slow', S.googleRpc, 'DEADLINE_EXCEEDED'),
  named('slow', S.bedrock, 'ModelTimeoutException'),
  named('broken', S.bedrock, 'ModelErrorException ModelStreamErrorException InternalServerException'),
  named('broken', S.tencent, 'InternalError FailedOperation.EngineServerError'),
]

const CLOSED_ACCOUNT =
  /access was terminated|(?:account|organi[sz]ation|team|workspace|user|consumer)\b.{0,60}\b(?:deactivated|disabled|restricted|terminated|banned|locked|frozen)\b|consumer\b.{0,80}suspended|(?:account|organi[sz]ation|team|workspace|user) (?:(?:is|was|are|has been|have been) )?(?:currently )?(?:blocked|suspended)|disabled in this account|账[户号].{0,20}(?:锁定|封禁|冻结|停用|禁用|注销)/i
const REFUSED_CONTENT =
  /content (?:violates|management policy|policy|filter|exists risk)|content[_-]filter|usage guidelines?|violat\w+ (?:\w+ ){0,4}(?:polic\w+|guidelines)|\bprompt (?:was |is )?blocked|(?:blocked|rejected)\b[^.\n]{0,30}(?:safety|nsfw|polic(?:y|ies)|moderation)|safety (?:system|check|filter)|\bflagged (?:for|by|as)\b|requires moderation|(?:by|content) moderation|censorship|(?:inappropriate|sensitive|prohibited|harmful|unsafe|illegal)[ _](?:content|information|words?|text|input)|considered high risk|敏感|违规|违法|违禁|不安全|不合规|审核/i
const MISSING_MODEL =
  /free tier of the model|not (?:a |an )?(?:valid|supported) model|(?:unsupported model|no model (?:named|called|with))\b|not available (?:in|on|with|for) your (?:plan|tier|subscription|account|region)|requires (?:a |an )?(?:paid|pro|enterprise|higher)\b[^.\n]{0,20}(?:plan|tier|subscription|account)|(?:plan|subscription|tier|project|organi[sz]ation|team|account|key)\b[^.\n]{0,40}(?:not include|not have access|not allowed|no access)|not allowed to (?:sample|use|call|access)[^.\n]{0,20}\bmodel|violation of provider terms|real name|not found the model|model access (?:is )?denied|no such model|(?:unknown|unavailable) model|invalid model\b|^model: [\w.:/-]+$|model identifier is invalid|reached (?:the|its) end of (?:its )?life|use case details have not been submitted|function .{0,80}not found for account|api you are accessing is not open|models?\b.{0,120}(?:do(?:es)? not exist|not exist|(?:was |is |be )?not found|is not (?:available|supported)|decommissioned|has been (?:retired|deprecated|removed)|is not enabled|is not allowed)|(?:has not activated|not have access to|no access to|permission to (?:use|access)|eligible for using|access to) (?:the |this )?(?:requested )?model|deployment .{0,60}(?:not exist|not found)|no (?:endpoints|allowed providers|available model provider)|(?:location|country|region|territory)[^.]{0,30} (?:is )?not supported|on-demand throughput|must be verified|verification is (?:needed|required)|实名认证|(?:无权|没有?权限?|未授权|不支持).{0,12}模型|没有.{0,12}模型.{0,6}权限|模型.{0,60}(?:不存在|未开通|无权限|没有权限|不可用|已下线)|无可用渠道/im
const RESOURCES =
  'files?|uploads?|attachments?|vector stores?|assistants?|containers?|conversations?|cached ?contents?|batch(?:es)?|tuned models?|tunedModels|corp(?:us|ora)|(?:file ?search ?)?stores?'
const MISSING_RESOURCE = new RegExp(
  `\\b(?:${RESOURCES})\\b.{0,160}(?:not exist|not found|no such|expired|permission denied|not in an active state)|\\bno (?:such )?(?:${RESOURCES})\\b.{0,60}(?:found|exist|object|$)|no such (?:${RESOURCES})|(?:permission|authori[sz]ed) to access (?:the |this )?(?:${RESOURCES})|文件.{0,30}(?:不存在|未找到|无权|过期)`,
  'i',
)
const TOO_MUCH =
  /rate.?limit|too many (?:requests|tokens|concurrent|calls)|(?:requests|tokens|calls) (?:per|a) (?:second|minute|hour|day)|per.?(?:minute|day)(?!\w* spend)|quota exceeded for|exceeded quota for|\b[TR]P[MDS]\b|\bQP[MSD]\b|throttl|capacity exceeded|allocated quota exceeded|exceeded your current requests|request rate increased|concurren\w+[^.]{0,40}(?:limit|exceed|reached|too)|please (?:retry|try again|wait)[^.\n]{0,20}\d|usage limit (?:has been |was )?(?:reached|exceeded)|reached (?:your|the) (?:hourly|session|daily|weekly) (?:usage )?limit|request rate exceeded|too frequent|usage quota[^.]{0,30}reset|(?:daily|hourly|weekly)[^.\n]{0,30}(?:limit|quota)[^.\n]{0,20}(?:reached|exceeded|exhausted|hit)|parallel requests|extra usage is required|频率|频繁|限流|并发|速率|每分钟|每[日天]|请求过多|使用上限/i
const NO_MONEY =
  /check your plan and billing|key limit exceeded|payment instrument|exceeded your current quota|payment (?:is )?required|payment method|billing (?:is |account is |has been )?(?:not active|disabled|not enabled|inactive)|out of credits|no (?:remaining )?credits|purchase (?:more )?credits|arrear|overdue|unpaid|account is in good standing|limited to [\d,]+ API calls ?\/ ?month|monthly (?:quota|budget|usage)|resource package|充值|资源包/i
const BAD_KEY =
  /(?:api[ _-]?key|x-api-key|secret[ _-]?key|access[ _-]?key|subscription key|credentials?|(?:bearer|access|auth|security|id) token|(?<!thought[ _]|thinking )signature)\b.{0,80}\b(?:invalid|incorrect|expired|revoked|disabled|deleted|leaked|blocked|not valid|wrong|missing|malformed|not exist|not found|suspended|inactive|not match)|(?:invalid|incorrect|wrong|expired|missing|revoked|malformed|no|unknown) (?:api[ _-]?key|x-api-key|access[ _-]?key|credentials?|secret key|subscription key|authentication|authorization|bearer token|api token|token format)|provide an api key|only authori[sz]ed for use with|^(?:error: )?invalid token\b|authentication (?:fail\w*|error|required|is required)|reported as leaked|not authori[sz]ed to perform|your account is not authori[sz]ed|^operation not allowed|security token included|login fail|\bunauthori[sz]ed\b|unauthenticated|not authenticated|unable to authenticate|bad credentials|valid authentication (?:token|credential)|invalid (?:username or password|user\b|access token|grant\b|jwt)|HMAC signature|must be a member of an organi[sz]ation|insufficient permissions for this operation|missing scopes|IP (?:address )?is not authori[sz]ed|无效的(?:密钥|令牌)|(?:密钥|令牌|api ?key).{0,12}(?:无效|错误|过期|不存在|失效)|(?:认证|鉴权|身份验证)失败/i
const OVERLOADED =
  /overload|service[ _]unavailable|(?:currently|still) loading|(?:server|system|service|engine|model|we)\b.{0,20}(?:too |currently |temporarily |very |is )(?:busy|unavailable)|server busy|warming up|scaling up|(?:at|out of|over|insufficient) capacity|(?:high|heavy) (?:traffic|demand|load)|no (?:healthy|available) (?:upstream|instances?|servers?|workers?)|服务.{0,6}繁忙|系统.{0,4}繁忙|过载|负载|稍后再试/i
const BAD_REQUEST =
  /field required|extra (?:inputs|fields) (?:are )?not permitted|(?:invalid|unsupported|missing|unknown|unrecogni[sz]ed|unexpected) (?:required )?(?:value|parameter|argument|request argument|type|field|schema|property|name|role|json|payload|image|url|format)|must be (?:-?\d|at |a |an |one |in |less|greater|between|non|set|of|string|integer|number|object|array|positive|>|<|followed|either)|should be (?:a |an |at |in |one |less|greater)|does not support|(?:is|argument) not supported (?:with|by|for|in|on)|roles must alternate|malformed (?:input )?request|expected last role|invalid request(?::| (?:message|prompt|body|parameter))|exceeds? the (?:maximum|limit|max)|expected .{0,40} (?:but )?(?:got|received)|failed to (?:parse|deserialize|decode)|(?:could not|unable to) (?:parse|decode|process (?:the )?(?:image|input|file|document|pdf))|too large|too long|参数(?:错误|有误|无效|不合法)/i

const words: readonly Signal[] = [
  worded('money', S.fireworks, /suspended[^.]{0,80}(?:spending|billing|invoice|payment)/i),
  worded('key', S.family, CLOSED_ACCOUNT),
  worded('content', S.xai, REFUSED_CONTENT),
  worded('resource', S.google, MISSING_RESOURCE),
  worded('model', S.vertex, MISSING_MODEL),
  worded('rate', S.google, TOO_MUCH),
  worded('money', S.family, NO_MONEY),
  worded('key', S.siliconflow, BAD_KEY),
  worded('load', S.ollama, OVERLOADED),
]

/** Types that vendors also give to errors about keys and rates: they say something where the status says nothing else. */
const UNSPECIFIC = 'invalid_request_error INVALID_ARGUMENT ValidationException BadRequest'

const rest: readonly Signal[] = [
  named('model', S.google, 'FAILED_PRECONDITION'),
  withStatus('unfit', S.mistral, 415, 422),
  { ...worded('request', S.anthropic, BAD_REQUEST), statuses: [400, 401, 402, 403, 404, 409, 412, 413, 429] },
  withStatus('money', S.http, 402),
  withStatus('key', S.http, 401),
  withStatus('rate', S.http, 429),
  withStatus('key', S.http, 403),
  withStatus('content', S.http, 451),
  withStatus('unknown', S.http, 404),
  named('request', S.openai, UNSPECIFIC),
  withStatus('request', S.http, 400, 413),
  withStatus('slow', S.http, 408, 504, 524),
  withStatus('load', S.http, 503, 529),
]

export const commonSignals: readonly Signal[] = [...names, ...named429, ...words, ...rest]
