import { LockMode } from '@mikro-orm/core';
import type { Orm } from '../../config/orm.ts';
import { otherCity } from '../../domain/clients/address.ts';
import type { Fault } from '../../domain/faults.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany } from '../in-company.ts';
import { checkSale, keepable } from './check-sale.ts';
import { checkExternalId, holdSale, othersOf } from './external-id.ts';
import { type DocumentInFull, findDocument, findDocumentInFull } from './find-document.ts';
import { issuingFaults } from './issuing-means.ts';
import { changedRecipient, type RecipientChanges } from './recipient.ts';
import { keptSale, type SaleRequest } from './sale-request.ts';

/** What a caller changes about a document. */
export type DocumentChanges = {
  /** Gives the sale that the document is to have, from the one that it has. */
  sale: (kept: SaleRequest) => SaleRequest;
  recipient: RecipientChanges;
  /** Undefined leaves it as it is. */
  externalId: string | null | undefined;
};

/** A document after its change; `warnings` say why it could not be issued as it is. */
export type ChangedDocument = DocumentInFull & { warnings: Fault[] };

/**
 * Changes the sale of a document, and checks it as a whole, as in creation. A change and an emission at the same time wait for each other: the
 * emission issues what was changed, or the change is refused.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state` unless it is a draft or rejected; `duplicate_external_id`; with every fault for which the sale cannot be
 *   stored
 */
export function changeDocument(
  { orm, rates }: { orm: Orm; rates: LawTables },
  company: ActingCompany,
  id: string,
  changes: DocumentChanges,
): Promise<ChangedDocument> {
  return inCompany(orm, company.id, async (em) => {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['payload', 'computed'] } as const;
    const document = await findDocument(em, id, locked);
    document.refuseUnlessOpen('alterado');
    const acting = { ...company, environment: document.environment };
    const checked = await checkSale(em, changes.sale(keptSale(document.payload)), {
      company: acting,
      recipient: () => changedRecipient(em, document, changes.recipient),
      rates,
      on: new Date(),
    });
    const { warnings, ...sale } = keepable(checked, await issuingFaults(em, acting, document.type));
    const { externalId = document.externalId ?? null } = changes;
    const named = { company, environment: document.environment, externalId, own: id };
    const isNamedAnew = externalId !== (document.externalId ?? null);
    if (isNamedAnew) await holdSale(em, named);
    const others = await (isNamedAnew ? checkExternalId : othersOf)(em, named);
    document.correct({ ...sale, externalId });
    recordFor(em, company, 'DOCUMENT_CHANGED', id, { type: document.type, externalId });
    await em.flush();
    return { ...(await findDocumentInFull(em, id)), warnings: [...warnings, ...others, ...otherCity(sale.client)] };
  });
}

/**
 * Removes a document that never had a number.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state`
 */
export function removeDocument(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    document.refuseUnlessRemovable();
    em.remove(document);
    const { type, externalId = null } = document;
    recordFor(em, company, 'DOCUMENT_REMOVED', document.id, { type, externalId });
  });
}
