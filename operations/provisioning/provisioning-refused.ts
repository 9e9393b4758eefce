export type ProvisioningRefusal =
  | 'company_exists'
  | 'company_not_found'
  | 'certificate_not_found'
  | 'csc_not_found'
  | 'csrt_not_found'
  | 'technical_responsible_missing'
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
