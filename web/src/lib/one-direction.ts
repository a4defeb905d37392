/** Signs that turn the direction of writing around until the end of the line, or end what holds that in. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** A text that may stand inside of a sentence: without signs that would turn what stands around it. */
export const inOneDirection = (text: string) => text.replace(TURNS, '')

/** How sentences take what is put into them: as it is, for React escapes it, but in their own direction. */
export const SENTENCES = { interpolation: { escape: inOneDirection } }
