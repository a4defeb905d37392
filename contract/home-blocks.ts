/** The blocks of the built-in home page below its first sentence. */
export const HOME_BLOCKS = ['call', 'models', 'uptime', 'facts'] as const
export type HomeBlock = (typeof HOME_BLOCKS)[number]
