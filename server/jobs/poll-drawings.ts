import { pollDrawings } from '../tasks/midjourney/poll.ts'
import { every, type Job } from './job.ts'

/** Updates drawing tasks and refunds failed ones. */
export const pollDrawingTasks: Job = { name: 'poll-drawings', next: every(15), run: pollDrawings }
