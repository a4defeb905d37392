import { type FactFile, resolveFacts } from './fact-file.ts'
import file from './model-facts.json' with { type: 'json' }

/** What vendors say of their models, on the day `version`. A test checks the file; a start does not. */
export const factFile = file as FactFile

/** The facts of every listed model, by its name. */
export const listedFacts = resolveFacts(factFile)
