import type { EntityManager } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { cancellationTypes } from '../../domain/documents/events/cancellations.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import type { LawCalendar } from '../../domain/law-calendar.ts';
import { drawers, type SheetContent, type SheetOptions } from '../../domain/pages/drawers.ts';
import { authorizedXmlOf, type KeptXml } from '../../domain/sefaz/messages.ts';
import { stateOfCode } from '../../domain/states.ts';

type Of = Pick<Document, 'id' | 'type' | 'status' | 'accessKey'>;
type AuthorizedXml = { accessKey: string; xml: string };
type KeptEmission = KeptXml & { document: string; accessKey: string };

/** The authorized XML of documents, by document id; a document that was never authorized is absent. */
export async function authorizedXmls(em: EntityManager, documents: readonly Of[]): Promise<Map<string, AuthorizedXml>> {
  const authorized = documents.filter(({ status }) => status === 'AUTHORIZED' || status === 'CANCELLED');
  if (authorized.length === 0) return new Map();
  const emissions = await em.execute<KeptEmission[]>(kept, [
    authorized.map(({ id }) => id),
    authorized.map(({ accessKey }) => accessKey ?? ''),
  ]);
  const keys = new Map(authorized.map(({ id, accessKey }) => [id, accessKey]));
  const found = new Map<string, AuthorizedXml>();
  for (const { document, accessKey, ...parts } of emissions) {
    const xml = authorizedXmlOf(parts);
    if (xml && keys.get(document) === accessKey) found.set(document, { accessKey, xml });
  }
  return found;
}

/** Signed bytes are read only where they are part of the authorized XML. */
const kept = `
  select document_id as document, access_key as "accessKey", protocol_xml as "protocolXml", proc_xml as "procXml",
    case when proc_xml is null then signed_xml end as "signedXml"
  from emission
  where document_id in (?) and access_key in (?) and (proc_xml is not null or protocol_xml is not null)
  order by attempt`;

/** Draws the sheet of a document as HTML, from its authorized XML, or from the signed one that `sheetOf` gave, with what belongs to it. */
export type DrawSheet = (
  document: Of,
  xml: string,
  also?: Omit<SheetContent, 'xml'> & Pick<SheetOptions, 'copies' | 'paper'>,
) => string;

/**
 * Makes the function that draws the sheets of a company's documents: in the company's layout, by the law in force, and with the cancellation of
 * each.
 */
export async function sheetDrawer(
  em: EntityManager,
  { company, calendar }: { company: string; calendar: LawCalendar },
  documents: readonly Of[],
): Promise<DrawSheet> {
  const layout = { ...(await layoutOf(em, company)), calendar };
  const cancellations = await cancellationsOf(em, documents);
  return ({ id, type }, xml, { copies, paper, ...drawn } = {}) => {
    const cancelled = cancellations.get(id);
    const asked = { ...(copies ? { copies } : {}), ...(paper ? { paper } : {}) };
    return drawers[type]({ xml, ...drawn }, { ...layout, ...(cancelled ? { cancelled } : {}), ...asked });
  };
}

/** The layout that the company wants for its sheets; read here, because `ActingCompany` comes without the logo. */
export async function layoutOf(em: EntityManager, companyId: string): Promise<SheetOptions> {
  const { settings } = await em.findOneOrFail(Company, { id: companyId });
  const { orientation = 'PORTRAIT', logo, rollMm } = settings?.danfe ?? {};
  return { orientation, ...(logo ? { logo } : {}), ...(rollMm ? { rollMm } : {}) };
}

const substituted = 'CANCELLATION_BY_SUBSTITUTION' as const;

async function cancellationsOf(em: EntityManager, documents: readonly Of[]) {
  const cancelled = new Map(
    documents.flatMap(({ id, type, status, accessKey }) =>
      status === 'CANCELLED' && accessKey ? [[id, { type, accessKey }] as const] : [],
    ),
  );
  const events =
    cancelled.size === 0
      ? []
      : await em.find(DocumentEvent, {
          document: { $in: [...cancelled.keys()] },
          // An NFS-e is replaced in the moment in which the other one is authorized; the XML of that event comes a little later.
          $or: [
            { type: { $in: cancellationTypes }, status: 'REGISTERED' },
            { type: substituted, status: 'PENDING' },
          ],
        });
  return new Map(
    events.flatMap(({ document, type, status, protocol, registeredAt, occurredAt }) => {
      const of = cancelled.get(document ?? '');
      if (!document || !of) return [];
      const isService = traitsOf[of.type].authority === 'SEFIN';
      if (status === 'PENDING' && !isService) return [];
      // The sheet shows the issuer's local time, as for its other times.
      const at = fiscalDateTime(registeredAt ?? occurredAt, stateOfCode(of.accessKey.slice(0, 2)));
      return [[document, { protocol: protocol ?? '', at, isReplaced: isService && type === substituted }] as const];
    }),
  );
}
