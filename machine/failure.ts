import { types } from 'node:util';

/** The words of whatever was thrown. */
export function message(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** Whether a call of the system failed with this code (`ENOENT`, `EEXIST`, …). */
export function failedWith(error: unknown, code: string): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === code;
}
