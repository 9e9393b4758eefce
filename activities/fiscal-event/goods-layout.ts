import type { SchemaFault } from '../../adapters/schemas/faults.ts';
import type { Validator } from '../../adapters/schemas/validator.ts';
import type { EntityManager } from '../../config/orm.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { type EventSubject, isAtSvrs, isNational } from '../../domain/documents/events/event.ts';
import { isReformEventType } from '../../domain/documents/events/reform/table.ts';
import { isServiceEventType } from '../../domain/documents/events/service/table.ts';
import { epecEvent, epecFactsOf } from '../../domain/nfe/epec.ts';
import {
  cancelEvent,
  correctionLetterEvent,
  deliveryReceiptEvent,
  type EventHeader,
  type LaidOutEvent,
  manifestationEvent,
  nationalOrgan,
  receiptRemovalEvent,
  signEvent,
  substitutionEvent,
} from '../../domain/nfe/events.ts';
import { nfeNamespace } from '../../domain/nfe/build-nfe.ts';
import { reformEvent, svrsOrgan } from '../../domain/nfe/reform-events.ts';
import { manifestationOf } from '../../domain/received/manifestations.ts';
import { envEvento } from '../../domain/sefaz/messages.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { validatorOf } from '../conversation/local-rejection.ts';
import type { Parts } from '../parts.ts';

/** The signed event of a note of goods, and the faults that the schema finds in it. */
export async function signedEvent(
  em: EntityManager,
  { event, about, signer }: { event: DocumentEvent; about: EventSubject; signer: Signer },
  parts: Parts,
): Promise<{ xml: string; faults: SchemaFault[] }> {
  const { xml } = signEvent(await layout(em, event, about, parts), signer);
  return { xml, faults: faultsOf(event, xml, validatorOf(parts, 'nfe', event.occurredAt)) };
}

async function layout(
  em: EntityManager,
  event: DocumentEvent,
  { accessKey, environment, author, protocol }: EventSubject,
  { version }: Parts,
): Promise<LaidOutEvent> {
  const header: EventHeader = {
    accessKey,
    sequence: event.sequence,
    taxId: author.taxId,
    cOrgao: organOf(event, accessKey),
    environment,
    at: event.occurredAt,
    state: author.state,
  };
  const nProt = protocol ?? '';
  const justification = event.justification ?? '';
  if (isReformEventType(event.type)) {
    const said = {
      type: event.type,
      author: event.document ? 'ISSUER' : 'RECIPIENT',
      content: event.content ?? {},
    } as const;
    return reformEvent({ ...header, version, ...said });
  }
  if (isServiceEventType(event.type)) throw new TypeError(`event ${event.id} of an NFS-e is of no note of goods`);
  switch (event.type) {
    case 'CANCELLATION':
      return cancelEvent({ ...header, protocol: nProt, justification });
    case 'CANCELLATION_BY_SUBSTITUTION': {
      const substituteKey = event.substituteKey ?? '';
      return substitutionEvent({ ...header, version, protocol: nProt, justification, substituteKey });
    }
    case 'CORRECTION_LETTER':
      return correctionLetterEvent({ ...header, correction: event.correction ?? '' });
    case 'DELIVERY_RECEIPT': {
      const { delivery } = event;
      if (!delivery) throw new TypeError(`receipt ${event.id} says nothing`);
      const receipt = { ...delivery, deliveredAt: new Date(delivery.deliveredAt) };
      return deliveryReceiptEvent({ ...header, version, receipt });
    }
    case 'DELIVERY_RECEIPT_REMOVAL':
      return receiptRemovalEvent({ ...header, version, protocol: await receiptProtocol(em, event) });
    case 'EPEC':
      return epecEvent({ ...header, version, note: epecFactsOf(await signedNote(em, event, accessKey)) });
    case 'MANIFESTATION': {
      const manifestation = manifestationOf(event.code);
      if (!manifestation) throw new TypeError(`event ${event.id} of code ${event.code} is no manifestation`);
      return manifestationEvent({ ...header, manifestation, justification });
    }
  }
}

/** The organ to which an event is addressed (cOrgao). */
function organOf(event: DocumentEvent, accessKey: string): string {
  if (isAtSvrs(event)) return svrsOrgan;
  return isNational(event) ? nationalOrgan : accessKey.slice(0, 2);
}

/** The signed note that an EPEC announces, as it will be sent later. */
async function signedNote(em: EntityManager, { id, document }: DocumentEvent, accessKey: string): Promise<string> {
  if (!document) throw new TypeError(`event ${id} is about no own document`);
  const [emission] = await em.find(Emission, { document, accessKey }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission) throw new TypeError(`note ${accessKey} was never signed`);
  return emission.signedXml;
}

/** The protocol of the receipt that a removal is about; the two events have the same sequence. */
async function receiptProtocol(em: EntityManager, { document, sequence }: DocumentEvent): Promise<string> {
  const { protocol } = await em.findOneOrFail(DocumentEvent, { document, type: 'DELIVERY_RECEIPT', sequence });
  return protocol ?? '';
}

function faultsOf({ type, code }: DocumentEvent, xml: string, validator: Validator): SchemaFault[] {
  if (isReformEventType(type)) return [...framed(xml, validator), ...detailFaults(code, xml, validator)];
  if (isServiceEventType(type)) throw new TypeError(`${type} is of no note of goods`);
  switch (type) {
    case 'CANCELLATION':
      return validator.validate('eventoCancNFe_v1.00.xsd', xml);
    case 'CANCELLATION_BY_SUBSTITUTION':
      // The note's packs lack the schema of 110112, which NT 2018.004 brought in its own package. The general one checks all but detEvento.
      return framed(xml, validator);
    case 'CORRECTION_LETTER':
      return validator.validate('CCe_v1.00.xsd', xml);
    case 'DELIVERY_RECEIPT':
      return validator.validate('EventoEntregaNFe_v1.00.xsd', xml);
    case 'DELIVERY_RECEIPT_REMOVAL':
      return validator.validate('EventoCancEntregaNFe_v1.00.xsd', xml);
    case 'EPEC':
      return validator.validate('EPEC_v1.00.xsd', xml);
    case 'MANIFESTATION':
      return validator.validate('confRecebto_v1.00.xsd', xml);
  }
}

/** The faults that the general schema finds; it does not check detEvento. */
function framed(xml: string, validator: Validator): SchemaFault[] {
  return validator.validate('envEvento_v1.00.xsd', envEvento({ idLote: '1', signedEvento: xml }));
}

/**
 * The faults that the event's own schema finds in detEvento, where the pack in force has that schema: the redistributed packs lack those of the
 * reform, and the file of 110150 has no `e` before its code.
 */
function detailFaults(code: string, xml: string, validator: Validator): SchemaFault[] {
  const schema = [`e${code}_v1.00.xsd`, `${code}_v1.00.xsd`].find((file) => validator.has(file));
  const [detail] = /<detEvento .*<\/detEvento>/s.exec(xml) ?? [];
  if (!schema || !detail) return [];
  return validator.validate(schema, detail.replace('<detEvento ', `<detEvento xmlns="${nfeNamespace}" `));
}
