export type ProvisioningRefusal =
  | 'company_exists'
  | 'company_not_found'
  | 'certificate_not_found'
  | 'csc_not_found'
  | 'csrt_not_found'
  | 'technical_responsible_missing'
  | 'key_exists'
  | 'key_not_found'
  | 'template_not_found'
  | 'number_in_use'
  | 'office_exists'
  | 'office_not_found'
  | 'unfit_login';

/** A provisioning request that cannot be done; the message says why in one sentence, and `code` is stable. */
export class ProvisioningRefused extends Error {
  readonly code: ProvisioningRefusal;

  constructor(code: ProvisioningRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProvisioningRefused';
    this.code = code;
  }
}

/** For some refusals, the command that repairs the cause or lists what exists. */
const helpfulCommands: Partial<Record<ProvisioningRefusal, string>> = {
  company_exists: 'use "company set"',
  company_not_found: 'veja "company list"',
  certificate_not_found: 'veja "certificate list"',
  csc_not_found: 'veja "company csc list"',
  key_not_found: 'veja "key list"',
  office_exists: 'veja "office list"',
  office_not_found: 'veja "office list"',
  template_not_found: 'veja "templates list"',
};

/** The message of a refusal, with the command that helps, if there is one. */
export function withCommand({ code, message }: ProvisioningRefused): string {
  const mend = helpfulCommands[code];
  return mend === undefined ? message : message.replace(/\.$/, `; ${mend}.`);
}
