/** Stops what `start.ts` started. */
export default async function stop(): Promise<void> {
  const { parts } = globalThis as unknown as { parts: { stop(): Promise<void> }[] };
  await Promise.all(parts.map((part) => part.stop()));
}
