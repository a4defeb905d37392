import { pollDrawings } from '../tasks/midjourney/poll.ts'
import { every, type Job } from './job.ts'

/** Brings drawing tasks up to date, and gives back what failed ones have cost. */
export const pollDrawingTasks: Job = { name: 'poll-drawings', next: every(15), run: pollDrawings }
