import { yearOf } from '../clock.ts';
import type { Register } from '../register/register.ts';
import type { Authorizer } from '../transport/endpoints.ts';

const types: Readonly<Record<string, number | undefined>> = { SVRS: 3, SVAN: 4, 'SVC-AN': 6, 'SVC-RS': 7, AN: 8 };

/** Type digit of an authorizer in its numbers: 1 for a state's own (MOC 7.0 tab. 4-8). */
function authorizerType(authorizer: Authorizer | undefined): number {
  return types[authorizer?.name ?? ''] ?? 1;
}

/** The next protocol: type, state, year, sequence of 10 digits. */
export function nextProtocol(register: Register, authorizer: Authorizer | undefined, cUF: string, at: Date): string {
  const year = String(yearOf(at)).slice(-2);
  return `${authorizerType(authorizer)}${cUF.padStart(2, '0')}${year}${digits(register.nextSequence(), 10)}`;
}

/** The next receipt: state, type, sequence of 12 digits. */
export function nextReceipt(register: Register, authorizer: Authorizer | undefined, cUF: string): string {
  return `${cUF.padStart(2, '0')}${authorizerType(authorizer)}${digits(register.nextSequence(), 12)}`;
}

function digits(value: number, size: number): string {
  return String(value).padStart(size, '0');
}
