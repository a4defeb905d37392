/** The text colour of a greyed row: stronger on the background of selected rows, for contrast. */
export const mutedText = (isPainted: boolean) => (isPainted ? 'text-muted' : 'text-faint')
