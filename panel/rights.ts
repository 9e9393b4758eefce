import { type CompanyRole, companyRoles } from '../domain/accounts/roles.ts';

/** Who may open a page: anybody, whoever is signed in, or those roles of the company in its address. */
type Audience = 'ANYBODY' | 'SIGNED_IN' | readonly CompanyRole[];

/** The same, and of those only who proved within the last ten minutes who she is: for what is dangerous in other hands. */
type Confirmed = { roles: Exclude<Audience, 'ANYBODY'>; confirmed: true };

type Right = Audience | Confirmed;

/** Who issues in the company's name. */
const issuing = ['COMPANY_ADMIN', 'COMPANY_ISSUER'] as const satisfies readonly CompanyRole[];

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
  noteLetter: companyRoles,
  noteProof: companyRoles,
  noteCancel: issuing,
  cancelNote: issuing,
  noteCorrect: issuing,
  correctNote: issuing,
  noteReceipt: issuing,
  registerReceipt: issuing,
  removeReceipt: issuing,
  noteDecide: issuing,
  decideNote: issuing,
  emitNote: issuing,
  removeNote: issuing,
  retryNote: issuing,
  inutilizations: companyRoles,
  giveUpNumbers: issuing,
  newSale: issuing,
  sendSale: issuing,
  editSale: issuing,
  changeSale: issuing,
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
