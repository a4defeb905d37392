/** The colour of a greyed row: a stronger one on the paint of chosen rows, where the usual one is hard to read. */
export const mutedText = (isPainted: boolean) => (isPainted ? 'text-muted' : 'text-faint')
