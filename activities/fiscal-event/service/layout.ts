import type { SchemaFault } from '../../../adapters/schemas/faults.ts';
import type { EntityManager } from '../../../config/orm.ts';
import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import type { EventSubject } from '../../../domain/documents/events/event-subject.ts';
import { buildNfseCancellation } from '../../../domain/nfse/events.ts';
import type { Signer } from '../../../domain/xml/signature.ts';
import { validatorOf } from '../../conversation/schemas.ts';
import type { Parts } from '../../parts.ts';

/** "Outros": the reason of a cancellation for which none was given (cMotivo of 101101). */
const otherReasons = '9';

/** The request to register an event of an NFS-e, signed, with what the schema finds in it. */
export async function signedEvent(
  _em: EntityManager,
  { event, about, signer }: { event: DocumentEvent; about: EventSubject; signer: Signer },
  parts: Parts,
): Promise<{ xml: string; faults: SchemaFault[] }> {
  const { accessKey, environment, author } = about;
  const { reasonCode, justification, occurredAt } = event;
  const { xml } = buildNfseCancellation(
    {
      accessKey,
      environment,
      authorTaxId: author.taxId,
      reasonCode: reasonCode ?? otherReasons,
      justification: justification ?? '',
      occurredAt,
      version: parts.version,
    },
    signer,
  );
  return { xml, faults: validatorOf(parts, 'nfse', occurredAt).validate('pedRegEvento_v1.01.xsd', xml) };
}
