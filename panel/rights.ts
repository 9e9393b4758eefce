import { type ActingRole, companyRoles, rolesInOffice } from '../domain/accounts/roles.ts';
import { operatorsRights } from './operators-rights.ts';

/** Who may open a page: anybody, whoever is signed in, or those roles of the company or the office in its address, or of the installation. */
type Audience = 'ANYBODY' | 'SIGNED_IN' | readonly ActingRole[];

/** The same, and of those only who proved within the last ten minutes who she is: for what is dangerous in other hands. */
type Confirmed = { roles: Exclude<Audience, 'ANYBODY'>; confirmed: true };

type Right = Audience | Confirmed;

/** Who issues in the company's name. */
const issuing = [
  'COMPANY_ADMIN',
  'COMPANY_ISSUER',
  'OFFICE_ISSUING',
  'PORTAL_ISSUING',
] as const satisfies readonly ActingRole[];

/** Who answers what the company received. */
const receiving = [...issuing, 'OFFICE_RECEIVING'] as const satisfies readonly ActingRole[];

/** Who sees what the company issued and received, and its records: its link opens that to an office. */
const looking = [
  ...companyRoles,
  'OFFICE_ISSUING',
  'OFFICE_RECEIVING',
  'OFFICE_LOOKING',
  'SUPPORT_LOOKING',
  'PORTAL_ISSUING',
  'PORTAL_LOOKING',
] as const satisfies readonly ActingRole[];

/** The same without who is no person here, or only helps: they keep nothing. */
const keeping = [
  ...companyRoles,
  'OFFICE_ISSUING',
  'OFFICE_RECEIVING',
  'OFFICE_LOOKING',
] as const satisfies readonly ActingRole[];

/** What is no business of an office, and is shown to operators who help. */
const inside = [
  ...companyRoles,
  'SUPPORT_LOOKING',
  'PORTAL_ISSUING',
  'PORTAL_LOOKING',
] as const satisfies readonly ActingRole[];

/** Who closes months of the portfolio. */
const closing = ['OFFICE_ADMIN', 'OFFICE_CLERK'] as const satisfies readonly ActingRole[];

/** Every page and every form, by the name under which it is counted and written down. One without a row here cannot be served. */
export const rights = {
  signIn: 'ANYBODY',
  password: 'ANYBODY',
  passkeySignIn: 'ANYBODY',
  providerSignIn: 'ANYBODY',
  providerAnswer: 'ANYBODY',
  forgotten: 'ANYBODY',
  invitation: 'ANYBODY',
  secondFactor: 'ANYBODY',
  passkeySecondFactor: 'ANYBODY',
  stopMails: 'ANYBODY',
  portal: 'ANYBODY',
  signOut: 'SIGNED_IN',
  home: 'SIGNED_IN',
  account: 'SIGNED_IN',
  mailChoice: 'SIGNED_IN',
  saveMailChoice: 'SIGNED_IN',
  endSession: 'SIGNED_IN',
  ownSecondFactor: 'SIGNED_IN',
  confirm: 'SIGNED_IN',
  passkeyConfirm: 'SIGNED_IN',
  providerConfirm: 'SIGNED_IN',
  addPasskey: { roles: 'SIGNED_IN', confirmed: true },
  removePasskey: { roles: 'SIGNED_IN', confirmed: true },
  setTotp: { roles: 'SIGNED_IN', confirmed: true },
  removeTotp: { roles: 'SIGNED_IN', confirmed: true },
  recoveryCodes: { roles: 'SIGNED_IN', confirmed: true },
  people: { roles: ['COMPANY_ADMIN'], confirmed: true },
  invitePerson: { roles: ['COMPANY_ADMIN'], confirmed: true },
  withdrawInvitation: { roles: ['COMPANY_ADMIN'], confirmed: true },
  changeRole: { roles: ['COMPANY_ADMIN'], confirmed: true },
  endAccess: { roles: ['COMPANY_ADMIN'], confirmed: true },
  notes: looking,
  note: looking,
  noteFile: looking,
  notesFile: looking,
  live: looking,
  attention: inside,
  newView: keeping,
  saveView: keeping,
  removeView: keeping,
  goTo: looking,
  tryAgain: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  askSources: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  giveUpReplaced: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  resendMail: { roles: ['COMPANY_ADMIN'], confirmed: true },
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
  integration: ['COMPANY_ADMIN'],
  integrationCall: ['COMPANY_ADMIN'],
  integrationEvents: ['COMPANY_ADMIN'],
  simulator: ['COMPANY_ADMIN'],
  steerSimulator: ['COMPANY_ADMIN'],
  office: ['COMPANY_ADMIN'],
  acceptLink: { roles: ['COMPANY_ADMIN'], confirmed: true },
  refuseLink: ['COMPANY_ADMIN'],
  allowIssuing: { roles: ['COMPANY_ADMIN'], confirmed: true },
  endLink: { roles: ['COMPANY_ADMIN'], confirmed: true },
  audit: ['COMPANY_ADMIN'],
  auditFile: ['COMPANY_ADMIN'],
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
  noteLetter: looking,
  noteProof: looking,
  noteCancel: issuing,
  cancelNote: issuing,
  noteEvents: looking,
  noteEvent: issuing,
  registerNoteEvent: issuing,
  noteMail: looking,
  mailNote: issuing,
  liftSuppression: issuing,
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
  inutilizations: looking,
  giveUpNumbers: issuing,
  newSale: issuing,
  sendSale: issuing,
  editSale: issuing,
  changeSale: issuing,
  records: looking,
  record: looking,
  noteReplace: issuing,
  replaceNote: issuing,
  newRecord: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  createRecord: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  recordChange: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  recordRemoval: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  removeRecord: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  importRecords: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  importTemplate: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  previewImport: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  doImport: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  importResult: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  received: looking,
  receivedNote: looking,
  receivedFile: looking,
  receivedMonth: looking,
  syncReceived: receiving,
  manifestation: receiving,
  manifest: receiving,
  receivedEvents: looking,
  receivedEvent: receiving,
  registerReceivedEvent: receiving,
  payables: inside,
  payablesCsv: inside,
  payPayable: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  takePaymentBack: ['COMPANY_ADMIN', 'COMPANY_ISSUER'],
  settings: ['COMPANY_ADMIN'],
  settingsGroup: ['COMPANY_ADMIN'],
  changeSettings: ['COMPANY_ADMIN'],
  logo: ['COMPANY_ADMIN'],
  changeLogo: ['COMPANY_ADMIN'],
  production: { roles: ['COMPANY_ADMIN'], confirmed: true },
  changeEnvironment: { roles: ['COMPANY_ADMIN'], confirmed: true },
  portfolio: rolesInOffice,
  portfolioReceived: rolesInOffice,
  portfolioReceivedCsv: rolesInOffice,
  portfolioReceivedMonth: rolesInOffice,
  askAwareness: closing,
  giveAwareness: closing,
  bulkAnswer: rolesInOffice,
  goOnWithBulk: closing,
  readiness: rolesInOffice,
  companyStanding: rolesInOffice,
  links: rolesInOffice,
  askForLink: ['OFFICE_ADMIN'],
  askAgainForLink: ['OFFICE_ADMIN'],
  withdrawLink: ['OFFICE_ADMIN'],
  linkEnd: { roles: ['OFFICE_ADMIN'], confirmed: true },
  endLinkOfOffice: { roles: ['OFFICE_ADMIN'], confirmed: true },
  officePeople: { roles: ['OFFICE_ADMIN'], confirmed: true },
  inviteOfficePerson: { roles: ['OFFICE_ADMIN'], confirmed: true },
  withdrawOfficeInvitation: { roles: ['OFFICE_ADMIN'], confirmed: true },
  changeOfficeRole: { roles: ['OFFICE_ADMIN'], confirmed: true },
  endOfficeAccess: { roles: ['OFFICE_ADMIN'], confirmed: true },
  clerksPart: { roles: ['OFFICE_ADMIN'], confirmed: true },
  giveClerksPart: { roles: ['OFFICE_ADMIN'], confirmed: true },
  officeKeys: { roles: ['OFFICE_ADMIN'], confirmed: true },
  newOfficeKey: { roles: ['OFFICE_ADMIN'], confirmed: true },
  createOfficeKey: { roles: ['OFFICE_ADMIN'], confirmed: true },
  officeKeyRevocation: { roles: ['OFFICE_ADMIN'], confirmed: true },
  revokeOfficeKey: { roles: ['OFFICE_ADMIN'], confirmed: true },
  officeWebhooks: ['OFFICE_ADMIN'],
  newOfficeWebhook: ['OFFICE_ADMIN'],
  addOfficeWebhook: ['OFFICE_ADMIN'],
  officeWebhook: ['OFFICE_ADMIN'],
  changeOfficeWebhook: ['OFFICE_ADMIN'],
  pauseOfficeWebhook: ['OFFICE_ADMIN'],
  reactivateOfficeWebhook: ['OFFICE_ADMIN'],
  testOfficeWebhook: ['OFFICE_ADMIN'],
  rotateOfficeWebhookSecret: { roles: ['OFFICE_ADMIN'], confirmed: true },
  removeOfficeWebhook: ['OFFICE_ADMIN'],
  officeDeliveries: ['OFFICE_ADMIN'],
  officeDelivery: ['OFFICE_ADMIN'],
  redeliverOfOffice: ['OFFICE_ADMIN'],
  redeliverManyOfOffice: ['OFFICE_ADMIN'],
  redeliverAllOfOffice: ['OFFICE_ADMIN'],
  monthNow: rolesInOffice,
  monthBoard: rolesInOffice,
  closeMonth: closing,
  numberGaps: rolesInOffice,
  explainNumbers: closing,
  withdrawExplanation: closing,
  closingZip: rolesInOffice,
  monthZips: rolesInOffice,
  officeLive: rolesInOffice,
  ...operatorsRights,
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

/** Forms that change what is the person's own and nothing of the company: who may only look sends them, too. */
export const personal: ReadonlySet<PageName> = new Set(['saveView', 'removeView']);

/** What of the pages of everybody who is signed in who came by a portal link has, too: she has no account here. */
export const ofVisitors: ReadonlySet<PageName> = new Set(['home', 'signOut']);

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
