import { useTranslation } from 'react-i18next'
import type { Message, ToolResult } from '../conversation/conversation.ts'
import { Answer } from './answer.tsx'
import { Question } from './question.tsx'
import { ToolResults } from './tool-results.tsx'

export interface MessageViewProps {
  message: Message
  /** Ids of all versions, oldest first. */
  versions: readonly string[]
  /** The reason why no question can be sent now. */
  blocked: string | undefined
  /** The reason why versions cannot be switched now. */
  busy: string | false
  /** Nothing follows: functions that it calls wait for their results. */
  isLast: boolean
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
  onAskInstead: (content: string) => void
  onResults: (results: readonly ToolResult[]) => void
  onRetry: () => void
  onShowVersion: (id: string) => void
  onInspect: () => void
}

const VIEWS = { user: Question, assistant: Answer, tool: ToolResults }

/** A message with its actions. */
export default function MessageView(props: MessageViewProps) {
  const { message } = props
  const { t } = useTranslation('playground')
  const View = VIEWS[message.role]
  return (
    <li className="flex flex-col gap-1">
      <View {...props} />
      {message.cleared && (
        <p className="flex items-center gap-3 py-2 text-muted text-small before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
          {t('context.cleared')}
        </p>
      )}
    </li>
  )
}
