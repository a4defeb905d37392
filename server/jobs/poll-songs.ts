import { pollSongs } from '../tasks/suno/poll.ts'
import { every, type Job } from './job.ts'

/** Updates songs and lyrics and refunds failed ones. */
export const pollSongTasks: Job = { name: 'poll-songs', next: every(15), run: pollSongs }
