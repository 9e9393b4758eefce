import type { PersonRole } from './roles.ts';

/** Who must have a second factor beside the password. */
export const secondFactorDuties = ['administrators', 'nobody'] as const;
export type SecondFactorDuty = (typeof secondFactorDuties)[number];

/** Roles with so much power that a password, which somebody else may have read, is not enough. */
const dutiful: ReadonlySet<PersonRole> = new Set<PersonRole>([
  'COMPANY_ADMIN',
  'OFFICE_ADMIN',
  'OPERATOR',
  'OPERATOR_READER',
]);

/** Whether a person with these roles, in any company or office, must have a second factor. */
export function requiresSecondFactor(duty: SecondFactorDuty, roles: readonly PersonRole[]): boolean {
  return duty === 'administrators' && roles.some((role) => dutiful.has(role));
}
