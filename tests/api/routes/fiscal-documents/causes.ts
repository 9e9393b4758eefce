/** What the errors of a message's lines in the log say, from the outside to the innermost cause. */
export function causesIn(logs: Record<string, unknown>[], message: string): string[] {
  return logs.filter((line) => line['message'] === message).flatMap(({ error }) => sayingsOf(error));
}

function sayingsOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null || !('message' in error)) return [];
  return [String(error.message), ...('cause' in error ? sayingsOf(error.cause) : [])];
}
