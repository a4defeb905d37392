/** Characters that change the writing direction until the end of the line, or end its isolation. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** Returns a text without direction characters, safe inside a sentence. */
export const stripDirection = (text: string) => text.replace(TURNS, '')

/** Interpolation without HTML escaping (React escapes), but with direction characters removed. */
export const SENTENCES = { interpolation: { escape: stripDirection } }
