import { type CompanyRole, companyRoles } from '../domain/accounts/roles.ts';

/** Who may open a page: anybody, whoever is signed in, or those roles of the company in its address. */
type Audience = 'ANYBODY' | 'SIGNED_IN' | readonly CompanyRole[];

/** The same, and of those only who proved within the last ten minutes who she is: for what is dangerous in other hands. */
type Confirmed = { roles: Exclude<Audience, 'ANYBODY'>; confirmed: true };

type Right = Audience | Confirmed;

/** Every page and every form, by the name under which it is counted and written down. One without a row here cannot be served. */
export const rights = {
  signIn: 'ANYBODY',
  password: 'ANYBODY',
  signOut: 'SIGNED_IN',
  home: 'SIGNED_IN',
  account: 'SIGNED_IN',
  endSession: 'SIGNED_IN',
  confirm: 'SIGNED_IN',
  notes: companyRoles,
  note: companyRoles,
  noteFile: companyRoles,
  keys: { roles: ['COMPANY_ADMIN'], confirmed: true },
  newKey: { roles: ['COMPANY_ADMIN'], confirmed: true },
  createKey: { roles: ['COMPANY_ADMIN'], confirmed: true },
  keyRevocation: { roles: ['COMPANY_ADMIN'], confirmed: true },
  revokeKey: { roles: ['COMPANY_ADMIN'], confirmed: true },
  certificate: { roles: ['COMPANY_ADMIN'], confirmed: true },
  addCertificate: { roles: ['COMPANY_ADMIN'], confirmed: true },
  certificateRemoval: { roles: ['COMPANY_ADMIN'], confirmed: true },
  removeCertificate: { roles: ['COMPANY_ADMIN'], confirmed: true },
  securityCode: { roles: ['COMPANY_ADMIN'], confirmed: true },
  setSecurityCode: { roles: ['COMPANY_ADMIN'], confirmed: true },
  removeSecurityCode: { roles: ['COMPANY_ADMIN'], confirmed: true },
  settings: ['COMPANY_ADMIN'],
  settingsGroup: ['COMPANY_ADMIN'],
  changeSettings: ['COMPANY_ADMIN'],
  logo: ['COMPANY_ADMIN'],
  changeLogo: ['COMPANY_ADMIN'],
  production: { roles: ['COMPANY_ADMIN'], confirmed: true },
  changeEnvironment: { roles: ['COMPANY_ADMIN'], confirmed: true },
  start: ['COMPANY_ADMIN'],
  startStep: ['COMPANY_ADMIN'],
  saveStep: ['COMPANY_ADMIN'],
  startCertificate: { roles: ['COMPANY_ADMIN'], confirmed: true },
  addFirstCertificate: { roles: ['COMPANY_ADMIN'], confirmed: true },
  startExam: ['COMPANY_ADMIN'],
  startNote: ['COMPANY_ADMIN'],
  issueTestNote: ['COMPANY_ADMIN'],
  startKey: { roles: ['COMPANY_ADMIN'], confirmed: true },
  createFirstKey: { roles: ['COMPANY_ADMIN'], confirmed: true },
} as const satisfies Record<string, Right>;

export type PageName = keyof typeof rights;

/** Who may open a page, and whether she must have proved lately who she is. */
export function rightOf(page: PageName): { audience: Audience; isConfirmed: boolean } {
  const right: Right = rights[page];
  return wantsConfirmation(right)
    ? { audience: right.roles, isConfirmed: true }
    : { audience: right, isConfirmed: false };
}

function wantsConfirmation(right: Right): right is Confirmed {
  return typeof right === 'object' && 'confirmed' in right;
}
