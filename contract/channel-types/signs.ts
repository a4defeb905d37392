/**
 * Patterns by which a pasted key, address or setting is matched to a channel type. Regular expressions match the
 * whole text. Used only by the console's paste detection.
 */
export interface Signs {
  /** A key of the vendor, parts joined. Several types match when their keys look the same. */
  key?: string
  /** Hosts, with a non-default port; absent = the host of the type's base URL. Groups name fields. */
  hosts?: readonly string[]
  /** The end of an address in the type's format, after the base URL. Groups name fields. */
  path?: string
  /**
   * Environment variables and headers (lower case) in the vendor's documentation, and the field or key part of
   * each.
   */
  names?: Readonly<Record<string, string>>
  /** Query parameters of an address. */
  query?: Readonly<Record<string, string>>
  /** Other operators run services of this format at their own addresses and may issue keys of the same look. */
  anywhere?: true
  /** Keys that only this vendor issues, where others issue keys of the same look. */
  sure?: string
  /** The default type for an address that matches no other type. */
  plain?: true
}

const OPENAI_PATH =
  '(?:/v1)?/(?:chat/completions|completions|embeddings|responses|models|moderations|images/generations|audio/[a-z]+)/?|/v1/?'
const MIDJOURNEY: Signs = { path: '/mj/[^?]*', names: { 'mj-api-secret': 'key' }, anywhere: true }
const ZHIPU_KEY = '[0-9a-f]{32}\\.[A-Za-z0-9]{16}'
const ZHIPU_NAMES = { ZHIPUAI_API_KEY: 'key', ZHIPU_API_KEY: 'key' }
const HEX_KEY = 'sk-[0-9a-f]{32}'

/** Patterns by type number; a type without an entry matches by the host of its base URL only. */
export const channelSigns: Readonly<Record<number, Signs>> = {
  1: {
    key: 'sk-(?!ant-|or-)[\\w-]{3,}',
    path: OPENAI_PATH,
    names: {
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: 'base_url',
      OPENAI_API_BASE: 'base_url',
      OPENAI_MODEL: 'model',
      OPENAI_ORGANIZATION: 'openai_organization',
      OPENAI_ORG_ID: 'openai_organization',
      'openai-organization': 'openai_organization',
    },
    anywhere: true,
    sure: 'sk-(?:proj|svcacct|admin)-.*',
    plain: true,
  },
  2: MIDJOURNEY,
  3: {
    key: '[0-9a-f]{32}|[A-Za-z0-9]{84}',
    hosts: ['[\\w-]+\\.(?:openai|cognitiveservices|services\\.ai)\\.azure\\.com'],
    path: '/openai(?:/deployments/(?<model>[^/]+))?(?:/.*)?',
    query: { 'api-version': 'other' },
    names: {
      AZURE_OPENAI_API_KEY: 'key',
      AZURE_OPENAI_KEY: 'key',
      AZURE_OPENAI_ENDPOINT: 'base_url',
      AZURE_OPENAI_API_VERSION: 'other',
      OPENAI_API_VERSION: 'other',
      AZURE_OPENAI_DEPLOYMENT: 'model',
      'api-key': 'key',
    },
  },
  4: { hosts: ['.+:11434'], names: { OLLAMA_HOST: 'base_url', OLLAMA_API_KEY: 'key' } },
  5: MIDJOURNEY,
  // Never suggested: 8 accepts any address, and the service of 11 has ended.
  8: { hosts: [] },
  11: { hosts: [] },
  14: {
    key: 'sk-ant-[\\w-]+',
    path: '/v1/messages/?|(?<=/anthropic)(?:/v1)?/?',
    names: {
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_AUTH_TOKEN: 'key',
      ANTHROPIC_BASE_URL: 'base_url',
      ANTHROPIC_MODEL: 'model',
      'anthropic-version': '',
    },
    anywhere: true,
    sure: 'sk-ant-.*',
  },
  15: {
    key: '[A-Za-z0-9]{24}\\|[A-Za-z0-9]{32}',
    names: {
      QIANFAN_AK: 'api_key',
      QIANFAN_SK: 'secret_key',
      BAIDU_API_KEY: 'api_key',
      BAIDU_SECRET_KEY: 'secret_key',
    },
  },
  16: { key: ZHIPU_KEY, path: '/api/paas/v3/.*', names: ZHIPU_NAMES },
  17: {
    key: HEX_KEY,
    hosts: ['dashscope(?:-intl|-us)?\\.aliyuncs\\.com'],
    path: '/compatible-mode(?:/.*)?',
    names: { DASHSCOPE_API_KEY: 'key' },
  },
  18: {
    key: '[0-9a-f]{8}\\|[^|]+\\|[0-9a-f]{32}',
    names: {
      SPARK_APP_ID: 'app_id',
      SPARK_API_SECRET: 'api_secret',
      SPARK_API_KEY: 'api_key',
      IFLYTEK_SPARK_APP_ID: 'app_id',
      IFLYTEK_SPARK_API_SECRET: 'api_secret',
      IFLYTEK_SPARK_API_KEY: 'api_key',
    },
  },
  20: { key: 'sk-or-[\\w-]+', names: { OPENROUTER_API_KEY: 'key' } },
  22: { key: '(?:fastgpt|openapi)-[\\w-]+', names: { FASTGPT_API_KEY: 'key' } },
  23: {
    key: '\\d+\\|AKID[A-Za-z0-9]+\\|[A-Za-z0-9]+',
    names: {
      TENCENTCLOUD_APP_ID: 'app_id',
      TENCENTCLOUD_SECRET_ID: 'secret_id',
      TENCENTCLOUD_SECRET_KEY: 'secret_key',
    },
  },
  24: {
    key: 'AIza[\\w-]{35}|AQ\\.[\\w-]{20,}',
    path: '/v1(?:alpha|beta)(?:/models)?/?|/v1(?:alpha|beta)?/models/(?<model>[^/:]+):\\w+',
    query: { key: 'key' },
    names: {
      GEMINI_API_KEY: 'key',
      GOOGLE_API_KEY: 'key',
      GOOGLE_GENERATIVE_AI_API_KEY: 'key',
      GOOGLE_GEMINI_BASE_URL: 'base_url',
      GEMINI_MODEL: 'model',
      'x-goog-api-key': 'key',
    },
    anywhere: true,
    sure: '.*',
  },
  25: {
    key: 'sk-[A-Za-z0-9]{48}',
    hosts: ['api\\.moonshot\\.(?:cn|ai)'],
    names: { MOONSHOT_API_KEY: 'key', KIMI_API_KEY: 'key' },
  },
  26: {
    key: ZHIPU_KEY,
    hosts: ['open\\.bigmodel\\.cn', 'api\\.z\\.ai'],
    path: '/api/paas/v4(?:/.*)?',
    names: { ...ZHIPU_NAMES, ZAI_API_KEY: 'key' },
  },
  27: { key: 'pplx-[\\w-]+', names: { PERPLEXITY_API_KEY: 'key', PPLX_API_KEY: 'key' } },
  31: { names: { YI_API_KEY: 'key' } },
  33: {
    key: '(?:AKIA|ASIA)[A-Z0-9]{16}\\|.*|(?:ABSK|bedrock-api-key-)[^|]*\\|.*',
    hosts: ['bedrock-runtime\\.(?<region>[a-z0-9-]+)\\.amazonaws\\.com'],
    path: '/model/(?<model>[^/]+)/.*',
    names: {
      AWS_ACCESS_KEY_ID: 'access_key',
      AWS_SECRET_ACCESS_KEY: 'secret_key',
      AWS_BEARER_TOKEN_BEDROCK: 'access_key',
      AWS_REGION: 'region',
      AWS_DEFAULT_REGION: 'region',
    },
  },
  34: {
    key: '[A-Za-z0-9]{40}',
    hosts: ['api\\.cohere\\.(?:ai|com)'],
    path: '/v[12]/(?:chat|embed|rerank)/?',
    names: { COHERE_API_KEY: 'key', CO_API_KEY: 'key' },
  },
  35: {
    key: 'eyJ[\\w-]+\\.eyJ[\\w-]+\\.[\\w-]+',
    hosts: ['api\\.minimax\\.(?:chat|io)', 'api\\.minimaxi\\.com'],
    path: '/v1/text/.*',
    names: { MINIMAX_API_KEY: 'key' },
  },
  36: { path: '/suno/[^?]*', anywhere: true },
  37: {
    key: 'app-[A-Za-z0-9]{16,}',
    path: '/v1/chat-messages/?',
    names: { DIFY_API_KEY: 'key' },
    anywhere: true,
    sure: '.*',
  },
  49: {
    key: 'pat_[A-Za-z0-9]{40,}',
    hosts: ['api\\.coze\\.(?:cn|com)'],
    path: '/v3/chat/?',
    names: { COZE_API_TOKEN: 'key', COZE_BOT_ID: 'other' },
  },
  56: {
    key: 'r8_[A-Za-z0-9]{37}',
    hosts: ['api\\.replicate\\.com'],
    path: '/v1/(?:models/(?<model>[^/]+/[^/]+)/)?predictions/?',
    names: { REPLICATE_API_TOKEN: 'key' },
  },
  38: { key: 'jina_\\w+', names: { JINA_API_KEY: 'key' } },
  39: {
    key: '[\\w-]{40}',
    path: '/client/v4/accounts/(?<other>[^/]+)(?:/.*)?',
    names: {
      CLOUDFLARE_API_TOKEN: 'key',
      CLOUDFLARE_API_KEY: 'key',
      CLOUDFLARE_ACCOUNT_ID: 'other',
    },
  },
  40: {
    key: 'sk-[a-z]{48}',
    hosts: ['api\\.siliconflow\\.(?:cn|com)'],
    names: { SILICONFLOW_API_KEY: 'key', SILICON_API_KEY: 'key' },
  },
  41: {
    key: '\\{[^]*"private_key"[^]*',
    hosts: ['(?:(?<other>[a-z0-9-]+)-)?aiplatform\\.googleapis\\.com'],
    path: '/v1(?:beta1)?/.*',
    names: { GOOGLE_CLOUD_LOCATION: 'other', VERTEX_LOCATION: 'other', CLOUD_ML_REGION: 'other' },
  },
  42: { key: '[A-Za-z0-9]{32}', names: { MISTRAL_API_KEY: 'key' } },
  43: { key: HEX_KEY, path: '(?:/beta)?(?:/v1)?/(?:chat/)?completions/?|/beta/?', names: { DEEPSEEK_API_KEY: 'key' } },
  48: { key: 'xai-[\\w-]+', names: { XAI_API_KEY: 'key' } },
  1001: { key: 'gsk_\\w+', path: '/openai(?:/.*)?', names: { GROQ_API_KEY: 'key' } },
  1002: { names: { TOGETHER_API_KEY: 'key' } },
  1003: { key: 'fw_\\w+', path: '/inference(?:/.*)?', names: { FIREWORKS_API_KEY: 'key' } },
  1004: { key: 'nvapi-[\\w-]+', names: { NVIDIA_API_KEY: 'key' } },
  1005: { key: '(?:ghp|github_pat)_\\w+', path: '/inference(?:/.*)?' },
  1006: { key: 'pa-[\\w-]+', names: { VOYAGE_API_KEY: 'key' } },
  1007: { hosts: ['api\\.stepfun\\.(?:com|ai)'], names: { STEP_API_KEY: 'key', STEPFUN_API_KEY: 'key' } },
  1008: { names: { BAICHUAN_API_KEY: 'key' } },
  45: {
    key: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    hosts: ['ark\\.[a-z0-9-]+\\.volces\\.com'],
    path: '/api/v3(?:/.*)?',
    names: { ARK_API_KEY: 'key' },
  },
  46: {
    key: 'bce-v3/ALTAK-\\w+/\\w+',
    path: '/v2(?:/.*)?',
    names: { QIANFAN_API_KEY: 'key', QIANFAN_BEARER_TOKEN: 'key' },
  },
}
