import { pollSongs } from '../tasks/suno/poll.ts'
import { every, type Job } from './job.ts'

/** Brings songs and lyrics up to date, and gives back what failed ones have cost. */
export const pollSongTasks: Job = { name: 'poll-songs', next: every(15), run: pollSongs }
