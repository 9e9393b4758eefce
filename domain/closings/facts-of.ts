import type { ClientSnapshot } from '../clients/snapshot.ts';
import type { ComputedContent, Document } from '../documents/document.entity.ts';
import { brasiliaDateTime } from '../fiscal-time.ts';
import type { DocumentFacts } from './facts.ts';
import { goodsLinesOf } from './goods-lines.ts';
import { serviceLineOf } from './service-line.ts';
import { taxesOfNote, taxesOfService } from './taxes-of.ts';

/** The columns of a document that its facts are made of. */
export type DocumentForFacts = Pick<
  Document,
  | 'id'
  | 'type'
  | 'status'
  | 'series'
  | 'number'
  | 'accessKey'
  | 'nfseNumber'
  | 'issueDateTime'
  | 'authorizationDate'
  | 'cancellationDate'
  | 'protocolNumber'
  | 'clientSnapshot'
  | 'totalValue'
  | 'computed'
>;

/**
 * What a closing says of a document that was authorized. A cancelled one has neither lines nor taxes.
 *
 * @throws TypeError for a document that never was authorized
 */
export function factsOf(document: DocumentForFacts): DocumentFacts {
  const { id, type, status, series, number, accessKey } = document;
  if (status !== 'AUTHORIZED' && status !== 'CANCELLED')
    throw new TypeError(`a document that is ${status} has no facts`);
  return {
    documentId: id,
    type,
    accessKey: accessKey ?? '',
    series: series ?? 0,
    number,
    nfseNumber: document.nfseNumber ?? null,
    status,
    issuedAt: brasiliaDateTime(document.issueDateTime),
    authorizedAt: moment(document.authorizationDate),
    cancelledAt: moment(document.cancellationDate),
    protocol: document.protocolNumber ?? null,
    recipient: recipientOf(document),
    totalValue: document.totalValue,
    ...(status === 'AUTHORIZED' && document.computed ? postedAs(document.computed) : notPosted),
    pdfMissing: null,
  };
}

type Posted = Pick<DocumentFacts, 'taxes' | 'goods' | 'services'>;

const notPosted: Posted = { taxes: {}, goods: [], services: [] };

function postedAs(computed: ComputedContent): Posted {
  if (computed.model === null)
    return { taxes: taxesOfService(computed.amounts), goods: [], services: [serviceLineOf(computed)] };
  return { taxes: taxesOfNote(computed.totals), goods: goodsLinesOf(computed.items), services: [] };
}

/** Whom the note names; the consumer of an NFC-e who gave no document is not named. */
function recipientOf({ type, computed, clientSnapshot }: DocumentForFacts): DocumentFacts['recipient'] {
  const named = computed ? namedBy(computed) : clientSnapshot;
  if (!named || (type === 'NFCE' && named.document === '')) return null;
  return { taxId: named.document || null, name: named.name };
}

function namedBy(computed: ComputedContent): ClientSnapshot | null {
  return computed.model === null ? computed.taker : computed.recipient;
}

function moment(instant: Date | null | undefined): string | null {
  return instant ? brasiliaDateTime(instant) : null;
}
