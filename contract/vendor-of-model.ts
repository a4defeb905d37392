/** Who makes a model, by its name; the first pattern that fits. Names of hosts (`vendor/model`) count by their last part. */
const PATTERNS: readonly (readonly [vendor: string, pattern: RegExp])[] = [
  ['alibaba', /^(?:qwen|qwq|qvq|wanx|wan\d|cosyvoice|paraformer|gte-|text-embedding-v\d|farui|tongyi)/],
  [
    'google',
    /^(?:gemini|gemma|palm|imagen|veo|learnlm|chat-bison|text-(?:bison|embedding-00|multilingual)|aqa|nano-banana)/,
  ],
  [
    'openai',
    /^(?:gpt|chatgpt|o[1-9](?:-|$)|text-|code-|davinci|babbage|ada|curie|dall-e|whisper|tts-|codex|omni-|computer-use|sora)/,
  ],
  ['anthropic', /^(?:anthropic\.)?claude/],
  ['xai', /^grok/],
  ['deepseek', /^deepseek/],
  ['mistral', /^(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|voxtral|open-mi|labs-)/],
  ['cohere', /^(?:cohere\.)?(?:command|c4ai|aya|embed-|rerank-(?:v\d|english|multilingual))/],
  ['moonshot', /^(?:moonshot|kimi|k(?:[2-9]|\d\d)(?![a-z\d]))/],
  ['zhipu', /^(?:glm|chatglm|cogview|cogvideo|charglm|codegeex|embedding-[23])/],
  ['baidu', /^(?:ernie|eb-|qianfan|bge-large|embedding-v1|tao-8k|bloomz|irag)/],
  ['tencent', /^hunyuan/],
  ['minimax', /^(?:minimax|abab|speech-\d|image-0|hailuo)/],
  ['lingyiwanwu', /^yi-/],
  ['iflytek', /^(?:spark|lite$|generalv|max-32k|4\.0ultra|pro-128k)/],
  ['stepfun', /^step-/],
  ['qihoo360', /^360/],
  ['bytedance', /^(?:doubao|seed|skylark|ep-\d)/],
  ['perplexity', /^(?:sonar|pplx|r1-1776)/],
  ['ai21', /^(?:ai21\.)?(?:jamba|j2-)/],
  ['amazon', /^amazon\./],
  ['meta', /^(?:meta[.-])?(?:llama|codellama|meta-llama)/],
  ['nvidia', /^(?:nvidia|nemotron)/],
  ['jina', /^jina/],
  ['voyage', /^(?:voyage|rerank-(?:2|lite))/],
  ['midjourney', /^(?:mj_|midjourney|swap_face)/],
  ['suno', /^(?:suno|chirp)/],
]

const REGION = /^(?:us|eu|apac|global|jp)\.(?=\w+\.)/

/** Returns the maker of a model, or undefined if its name tells none. */
export function vendorOfModel(model: string): string | undefined {
  if (known.has(model)) return known.get(model)
  // Callers make up names.
  if (known.size >= MAX_KNOWN) known.clear()
  const vendor = findVendor(model)
  known.set(model, vendor)
  return vendor
}

const MAX_KNOWN = 2000
const known = new Map<string, string | undefined>()

function findVendor(model: string): string | undefined {
  const name = model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(REGION, '')
  return PATTERNS.find(([, pattern]) => pattern.test(name))?.[0]
}
