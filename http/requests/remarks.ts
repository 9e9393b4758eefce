import type { RemarksOfItem, RemarksOfSale } from '../../domain/documents/remarks.ts';
import type { Schema } from '../schema.ts';

/** What a body says beside the note's own fields: remarks and processes. */
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

/** What an item of a body says beside the note's own fields. */
export function itemRemarksRequest({ remark, taxOfficeRemark }: Schema<'DocumentItemInput'>): RemarksOfItem {
  return { ...(remark ? { remark } : {}), ...(taxOfficeRemark ? { taxOfficeRemark } : {}) };
}

/** To whom a document is mailed beside its client; each address once, in lower case. */
export function mailToRequest({ mailTo }: Pick<Schema<'FiscalDocumentCreation'>, 'mailTo'>): { mailTo?: string[] } {
  return mailTo ? { mailTo: [...new Set(mailTo.map((address) => address.toLowerCase()))] } : {};
}
