export { setActive } from './provisioning/activity.ts';
export { addCertificate, isLastCertificate, listCertificates, removeCertificate } from './provisioning/certificates.ts';
export {
  createCompany,
  findCompany,
  listCompanies,
  mergeForm,
  numberingsOf,
  setCompany,
} from './provisioning/companies.ts';
export { listCscs, removeCsc, setCsc } from './provisioning/security-codes.ts';
export { removeCsrt, setCsrt } from './provisioning/security-codes.ts';
export { createKey, type KeyOwner, keyUses, listKeys, revokeKey } from './provisioning/keys.ts';
export { createLogins, type DatabaseUrls } from './provisioning/logins.ts';
export { createOperatorKey, listOperatorKeys, revokeOperatorKey } from './provisioning/operator-keys.ts';
export {
  addOffice,
  createOffice,
  findOffice,
  listOffices,
  setSuspended,
  switchOffice,
} from './provisioning/offices.ts';
export { loadTemplates } from './provisioning/templates.ts';
