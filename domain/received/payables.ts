import type { NoteArrival } from './reading/arrival.ts';
