/** The messages of errors in the log lines with a message, each from the outermost error to the innermost cause. */
export function causesIn(logs: Record<string, unknown>[], message: string): string[] {
  return logs.filter((line) => line['message'] === message).flatMap(({ error }) => sayingsOf(error));
}

function sayingsOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null || !('message' in error)) return [];
  return [String(error.message), ...('cause' in error ? sayingsOf(error.cause) : [])];
}
