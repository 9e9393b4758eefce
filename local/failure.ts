/** The words of whatever was thrown. */
export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a call of the system failed with this code (`ENOENT`, `EEXIST`, …). */
export function failedWith(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
