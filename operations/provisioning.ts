export { addCertificate, isLastCertificate, listCertificates, removeCertificate } from './provisioning/certificates.ts';
export {
  createCompany,
  findCompany,
  listCompanies,
  mergeForm,
  numberingsOf,
  setActive,
  setCompany,
} from './provisioning/companies.ts';
export { listCscs, removeCsc, removeCsrt, setCsc, setCsrt } from './provisioning/security-codes.ts';
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
