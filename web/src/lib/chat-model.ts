const OTHER_KINDS =
  /embed|\bbge-|rerank|moderation|whisper|transcribe|tts|speech|audio|realtime|image|dall-e|flux|imagen|veo|sora|suno|^mj_/i

/** Guesses from the name whether a model is a chat model: price lists do not contain that. */
export const isChatModel = (name: string) => !OTHER_KINDS.test(name)
