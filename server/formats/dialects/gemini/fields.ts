import { converted, type FieldTable, nested, rulesFrom } from '../fields.ts'

const { harmless, leftOut, pricedPerCall, refused, tier } = rulesFrom('https://ai.google.dev/api/generate-content')
const media = rulesFrom('https://ai.google.dev/api/caching#Part')
const vertex = rulesFrom('https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference')

const OWN_TOOL = "is a tool of Google's own"
const blob = nested({ mimeType: converted, data: converted, displayName: converted })
const file = nested({ mimeType: converted, fileUri: converted, displayName: converted })
const SEEN = media.leftOut('tunes how media are seen')
const PICTURE = harmless('only counts for pictures')

const part = {
  text: converted,
  thought: converted,
  thoughtSignature: converted,
  inlineData: blob,
  fileData: file,
  functionCall: nested({
    id: converted,
    name: converted,
    args: converted,
    partialArgs: harmless('only part of streamed answers'),
    willContinue: harmless('only part of streamed answers'),
  }),
  functionResponse: nested({
    id: converted,
    name: converted,
    response: converted,
    parts: nested({ inlineData: blob, fileData: file, mediaProcessing: SEEN }),
    scheduling: harmless('only counts in live sessions'),
    willContinue: harmless('only counts in live sessions'),
  }),
  toolCall: converted,
  toolResponse: converted,
  executableCode: converted,
  codeExecutionResult: converted,
  audioTranscription: media.harmless('repeats what is spoken'),
  speechMetadata: media.harmless('describes what is spoken'),
  mediaResolution: SEEN,
  mediaProcessing: SEEN,
  videoMetadata: media.refused('selects a part of a video, which no other format supports'),
  partMetadata: media.harmless('labels of the client'),
}
const content = { role: converted, parts: nested(part) }

const generationConfig = nested({
  temperature: converted,
  topP: converted,
  topK: converted,
  maxOutputTokens: converted,
  stopSequences: converted,
  candidateCount: converted,
  seed: converted,
  presencePenalty: converted,
  frequencyPenalty: converted,
  responseMimeType: converted,
  responseSchema: converted,
  responseJsonSchema: converted,
  responseFormat: refused('an answer format that no other vendor has'),
  responseModalities: converted,
  thinkingConfig: nested({
    thinkingBudget: converted,
    thinkingLevel: converted,
    includeThoughts: converted,
  }),
  responseLogprobs: converted,
  logprobs: converted,
  speechConfig: harmless('only counts for spoken answers'),
  imageConfig: nested({
    imageSize: pricedPerCall('larger pictures cost more', ['512', '512px', '1K']),
    aspectRatio: PICTURE,
    personGeneration: PICTURE,
    prominentPeople: PICTURE,
    outputMimeType: PICTURE,
    outputCompressionQuality: PICTURE,
    imageOutputOptions: PICTURE,
  }),
  mediaResolution: SEEN,
  audioTimestamp: vertex.leftOut('tunes how sound is heard'),
  audioTranscriptionConfig: refused('a transcript beside the answer, which no other format has'),
  translationConfig: refused('a translation, which no other format has'),
  enableAffectiveDialog: leftOut('tunes the tone of spoken answers'),
  enableEnhancedCivicAnswers: leftOut('tunes answers about elections'),
  routingConfig: vertex.priced('the answer may be that of another model'),
  modelSelectionConfig: vertex.priced('the answer may be that of another model'),
})

/**
 * Fields of a generateContent request, in camelCase. snake_case is equivalent:
 * https://ai.google.dev/api/generate-content,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
 */
export const generateFields = {
  model: converted,
  contents: nested(content),
  // May hold its parts directly, without an enclosing content.
  systemInstruction: nested({ ...content, ...part }),
  generationConfig,
  tools: nested({
    functionDeclarations: nested({
      name: converted,
      description: converted,
      parameters: converted,
      parametersJsonSchema: converted,
      response: harmless('describes what the function answers'),
      responseJsonSchema: harmless('describes what the function answers'),
      behavior: harmless('only counts in live sessions'),
    }),
    // The reader notes that these are left out, or refuses them if they are required.
    googleSearch: converted,
    googleSearchRetrieval: converted,
    codeExecution: converted,
    urlContext: converted,
    fileSearch: converted,
    retrieval: converted,
    googleMaps: converted,
    computerUse: refused(OWN_TOOL),
    enterpriseWebSearch: converted,
    exaAiSearch: converted,
    parallelAiSearch: converted,
    mcpServers: converted,
  }),
  toolConfig: nested({
    functionCallingConfig: nested({
      mode: converted,
      allowedFunctionNames: converted,
      streamFunctionCallArguments: harmless('arguments are streamed where the vendor streams them'),
    }),
    retrievalConfig: harmless("only counts for Google's own tools"),
    includeServerSideToolInvocations: harmless("only counts for Google's own tools"),
  }),
  safetySettings: leftOut("thresholds of Google's own filters"),
  cachedContent: refused('is stored at another service'),
  modelArmorConfig: vertex.refused('requires a filter that only Google has'),
  labels: vertex.harmless('labels of the bill'),
  store: harmless('nothing is stored here'),
  serviceTier: tier('faster tiers cost more', ['standard', 'flex', 'unspecified', 'batch']),
} satisfies FieldTable
