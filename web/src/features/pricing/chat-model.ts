const OTHER_KINDS =
  /embed|\bbge-|rerank|moderation|whisper|transcribe|tts|speech|audio|realtime|image|dall-e|flux|imagen|veo|sora|suno|^mj_/i

/** Whether a model is one to chat with, as far as its name tells: price lists do not say. */
export const isChatModel = (name: string) => !OTHER_KINDS.test(name)
