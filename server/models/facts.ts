import { parseFacts, resolveFacts } from './fact-file.ts'
import file from './model-facts.json' with { type: 'json' }

/** What vendors say of their models, on the day `version`. */
export const factFile = parseFacts(file)

/** The facts of every listed model, by its name. */
export const listedFacts = resolveFacts(factFile)
