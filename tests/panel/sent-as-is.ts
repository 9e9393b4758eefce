import { changedSale } from '../../http/requests/changed-sale.ts';
import { saleRequest } from '../../http/requests/sale.ts';
import { checkedBody } from '../../openapi/check-body.ts';
import type { DocumentInFull } from '../../operations/documents/find-document.ts';
import { keptSale, type SaleRequest } from '../../operations/documents/sale-request.ts';
import type { FieldTexts } from '../../panel/forms/rows.ts';
import { changesOf, withUnshown } from '../../panel/pages/sale/body.ts';
import { saleValues } from '../../panel/pages/sale/kept.ts';
import { buyer } from '../support/samples/sale.ts';

/** A sale as it is stored when a system sends this body. */
export const storedSale = (body: unknown): SaleRequest =>
  keptSale(saleRequest(checkedBody('FiscalDocumentCreation', body)) as never);

/** The note of a sale that its form is opened with. */
export const noteOf = (sale: SaleRequest): DocumentInFull =>
  ({
    document: { type: sale.type, clientSnapshot: buyer },
    payload: sale,
    computed: null,
  }) as unknown as DocumentInFull;

/** The sale after its form was sent as opened, with these changes. */
export function sentAsIs(kept: SaleRequest, changes: FieldTexts = {}): SaleRequest {
  const written = { ...saleValues(noteOf(kept)), ...changes };
  const body = checkedBody('FiscalDocumentChanges', changesOf(kept.type, written, kept));
  return withUnshown(changedSale(kept, body), kept, written);
}
