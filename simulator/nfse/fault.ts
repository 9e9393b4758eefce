/** One thing wrong with a DPS or a request of an event, in the words of the annexes. */
export type NfseFault = { code: string; description: string; complement?: string };
