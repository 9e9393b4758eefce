import type { PersonRole } from './roles.ts';

/** Of whom an installation asks for a second factor beside the password. */
export const secondFactorDuties = ['administrators', 'nobody'] as const;
export type SecondFactorDuty = (typeof secondFactorDuties)[number];

/** What may be done or seen with it is dangerous enough in other hands that a password, which somebody may have read, is not asked for alone. */
const dutiful: ReadonlySet<PersonRole> = new Set<PersonRole>([
  'COMPANY_ADMIN',
  'OFFICE_ADMIN',
  'OPERATOR',
  'OPERATOR_READER',
]);

/** Whether who has these roles, in whatever company or office, must have a second factor. */
export function isDutiful(duty: SecondFactorDuty, roles: readonly PersonRole[]): boolean {
  return duty === 'administrators' && roles.some((role) => dutiful.has(role));
}
