import type { RemarksOfItem, RemarksOfSale } from '../../domain/documents/remarks.ts';
import type { Schema } from '../schema.ts';

/** The remarks and legal processes of a body. */
export function remarksRequest(body: Schema<'FiscalDocumentCreation'>): Omit<RemarksOfSale, 'taxOfficeInfo'> {
  const { remarks, taxOfficeRemarks, legalProcesses } = body;
  return {
    ...(remarks ? { remarks } : {}),
    ...(taxOfficeRemarks ? { taxOfficeRemarks } : {}),
    ...(legalProcesses
      ? {
          legalProcesses: legalProcesses.map(({ number, origin, act }) => ({
            number,
            origin,
            ...(act ? { act } : {}),
          })),
        }
      : {}),
  };
}

/** The remarks of an item. */
export function itemRemarksRequest({ remark, taxOfficeRemark }: Schema<'DocumentItemInput'>): RemarksOfItem {
  return { ...(remark ? { remark } : {}), ...(taxOfficeRemark ? { taxOfficeRemark } : {}) };
}

/** Addresses that get the document by mail besides the client's; each once, in lower case. */
export function mailToRequest({ mailTo }: Pick<Schema<'FiscalDocumentCreation'>, 'mailTo'>): { mailTo?: string[] } {
  return mailTo ? { mailTo: [...new Set(mailTo.map((address) => address.toLowerCase()))] } : {};
}
