import { createContext, type ReactNode } from 'react'

/** Labels of a form's fields by name, filled by the fields themselves, for the summary above them. */
export const FieldLabels = createContext(new Map<string, ReactNode>())
