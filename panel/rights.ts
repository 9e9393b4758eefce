import { type CompanyRole, companyRoles } from '../domain/accounts/roles.ts';

/** Who may open a page: anybody, whoever is signed in, or those roles of the company in its address. */
type Right = 'ANYBODY' | 'SIGNED_IN' | readonly CompanyRole[];

/** Every page and every form, by the name under which it is counted and written down. One without a row here cannot be served. */
export const rights = {
  signIn: 'ANYBODY',
  password: 'ANYBODY',
  signOut: 'SIGNED_IN',
  home: 'SIGNED_IN',
  account: 'SIGNED_IN',
  endSession: 'SIGNED_IN',
  notes: companyRoles,
  note: companyRoles,
  noteFile: companyRoles,
  live: companyRoles,
} as const satisfies Record<string, Right>;

export type PageName = keyof typeof rights;
