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
  attention: companyRoles,
  tryAgain: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  askSources: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  giveUpReplaced: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  webhooks: ['COMPANY_ADMIN'],
  newWebhook: ['COMPANY_ADMIN'],
  addWebhook: ['COMPANY_ADMIN'],
  webhook: ['COMPANY_ADMIN'],
  changeWebhook: ['COMPANY_ADMIN'],
  pauseWebhook: ['COMPANY_ADMIN'],
  reactivateWebhook: ['COMPANY_ADMIN'],
  testWebhook: ['COMPANY_ADMIN'],
  rotateWebhookSecret: { roles: ['COMPANY_ADMIN'], confirmed: true },
  removeWebhook: ['COMPANY_ADMIN'],
  deliveries: ['COMPANY_ADMIN'],
  delivery: ['COMPANY_ADMIN'],
  redeliver: ['COMPANY_ADMIN'],
  redeliverMany: ['COMPANY_ADMIN'],
  redeliverAll: ['COMPANY_ADMIN'],
  office: ['COMPANY_ADMIN'],
  acceptLink: { roles: ['COMPANY_ADMIN'], confirmed: true },
  refuseLink: ['COMPANY_ADMIN'],
  allowIssuing: { roles: ['COMPANY_ADMIN'], confirmed: true },
  endLink: { roles: ['COMPANY_ADMIN'], confirmed: true },
  audit: ['COMPANY_ADMIN'],
  auditFile: ['COMPANY_ADMIN'],
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
