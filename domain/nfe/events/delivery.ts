import { fiscalDateTime } from '../../fiscal-time.ts';
import { stateCode } from '../../states.ts';
import { field } from '../../xml/writer.ts';
import { type EventHeader, type LaidOutEvent, layoutEvent } from './event.ts';

type Receipt = { deliveredAt: Date; receiverName: string; receiverDocument: string; proofHash: string };

/** cOrgao of the national environment, which takes both events. */
export const nationalOrgan = '91';

/** 110130, the delivery receipt (NT 2021.001): name and document are those of the person who signed for the goods. */
export function deliveryReceiptEvent({
  receipt,
  ...header
}: EventHeader & Author & { receipt: Receipt }): LaidOutEvent {
  return layoutEvent(header, '110130', [
    field('descEvento', 'Comprovante de Entrega da NF-e'), // P19
    ...authorFields(header),
    field('dhEntrega', fiscalDateTime(receipt.deliveredAt, header.state)), // P23
    field('nDoc', receipt.receiverDocument), // P24
    field('xNome', receipt.receiverName), // P25
    field('hashComprovante', receipt.proofHash), // P28
    field('dhHashComprovante', fiscalDateTime(header.at, header.state)), // P29
  ]);
}

/** 110131, the removal of a delivery receipt: `header.sequence` and `protocol` are the receipt's. */
export function receiptRemovalEvent({
  protocol,
  ...header
}: EventHeader & Author & { protocol: string }): LaidOutEvent {
  return layoutEvent(header, '110131', [
    field('descEvento', 'Cancelamento Comprovante de Entrega da NF-e'), // P19
    ...authorFields(header),
    field('nProtEvento', protocol), // P23
  ]);
}

/** The author of an event, where its layout asks for one: the issuer, with this program. */
export type Author = {
  /** Lavra's version. */
  version: string;
};

/** The fields of the author, after descEvento. */
export function authorFields({ state, version }: EventHeader & Author): string[] {
  return [
    field('cOrgaoAutor', stateCode(state)), // P20
    field('tpAutor', '1'), // P21
    field('verAplic', `Lavra ${version}`.slice(0, 20)), // P22
  ];
}
