import type { Orm } from '../../../../config/orm.ts';
import { buildAccessKey } from '../../../../domain/access-key.ts';
import type { ContingencyMode } from '../../../../domain/contingency-mode.ts';
import { eventCodeOf, traitsOf } from '../../../../domain/document-types.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { Emission } from '../../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import type { ReplacedStatus } from '../../../../domain/documents/next-of-replaced.ts';
import { ReplacedNote } from '../../../../domain/documents/replaced-note.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { signedXml } from './documents.ts';

export const since = new Date('2026-11-21T13:00:00.000Z');
export const transmitBy = new Date('2026-11-22T13:00:00.000Z');
export const reason = 'SEFAZ sem resposta desde as 10:00';

const emissionTypes = { OFFLINE: '9', SVC: '6', EPEC: '4' } as const;

type Given = {
  mode?: ContingencyMode;
  /** Replaces the default note, which cannot be read. */
  note?: { accessKey: string; xml: string };
};

/** Issues a document in contingency, as the worker does: its next attempt has number, key and signed note, and waits for transmission. */
export async function issueInContingency(
  orm: Orm,
  id: unknown,
  { mode = 'OFFLINE', note }: Given = {},
): Promise<string> {
  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id: String(id) });
  const number = 1 + Math.floor(Math.random() * 999_999);
  const { accessKey, xml } = note ?? { accessKey: keyOf(document, number, emissionTypes[mode]), xml: signedXml };
  document.reissue();
  const { company, attempt } = document;
  em.create(Emission, {
    ...{ document: document.id, attempt, company, series: 1, number, subject: accessKey, accessKey },
    ...{ signedXml: xml, digestValue: 'x'.repeat(28) },
  });
  document.claim(null);
  em.assign(document, { status: 'PROCESSING', series: 1, number, accessKey });
  document.issueAs({ mode, since, reason, transmitBy: mode === 'OFFLINE' ? transmitBy : null });
  await em.flush();
  return accessKey;
}

/** Writes the replaced note of an earlier attempt. */
export async function replaceNote(
  orm: Orm,
  id: unknown,
  { attempt, number, status = 'OPEN' }: { attempt: number; number: number; status?: ReplacedStatus },
): Promise<string> {
  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id: String(id) });
  const { company, environment, type } = document;
  const accessKey = keyOf(document, number, '1');
  em.create(ReplacedNote, {
    ...{ document: document.id, company, environment, type, attempt, series: 1, number, accessKey, status },
    protocol: status === 'CANCELLED' ? '135260000000001' : null,
    settledAt: status === 'OPEN' || status === 'PROPOSED' ? null : new Date(),
  });
  await em.flush();
  return accessKey;
}

/** Writes the EPEC of a document as the national environment registered it. @param of the announced key, by default the document's */
export async function registerEpec(orm: Orm, id: unknown, of?: string): Promise<void> {
  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id: String(id) });
  const { company, accessKey } = document;
  document.contingencyTransmitBy = transmitBy;
  document.awaitTransmission();
  em.create(DocumentEvent, {
    ...{ company, document: String(id), type: 'EPEC', code: eventCodeOf('NFE', 'EPEC'), sequence: of ? 2 : 1 },
    ...{ status: 'REGISTERED', protocol: '891260000000001', registeredAt: since, occurredAt: since },
    signedXml: `<evento><infEvento><chNFe>${of ?? accessKey}</chNFe></infEvento></evento>`,
  });
  await em.flush();
}

function keyOf({ type }: Document, number: number, emissionType: string): string {
  const model = traitsOf[type].model ?? '55';
  const cNF = String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0');
  const parts = { stateCode: '35', yearMonth: '2611', taxId: issuer.taxId, model, series: 1 };
  return buildAccessKey({ ...parts, number, emissionType, cNF });
}
