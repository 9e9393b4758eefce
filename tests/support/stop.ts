import { rm } from 'node:fs/promises';

type Started = { parts: { stop(): Promise<void> }[]; folder: string };

/** Stops what `start.ts` started, and deletes all its files: a whole run writes more than a gigabyte. */
export default async function stop(): Promise<void> {
  const { parts, folder } = (globalThis as unknown as { started: Started }).started;
  await Promise.all(parts.map((part) => part.stop()));
  await rm(folder, { recursive: true, force: true });
}
