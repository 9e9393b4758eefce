import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedEvent } from '../../../activities/fiscal-event/goods-layout.ts';
import type { Parts } from '../../../activities/parts.ts';
import { readEnv } from '../../../config/env.ts';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createParts } from '../../../worker/parts.ts';
import { newCompany } from '../../api/fixture.ts';
import { signedIn } from '../../domain/pages/danfe/contingent-notes.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';
import { computedNote, issuer, recipient } from '../../support/samples/notes.ts';
import { sale } from '../../support/samples/sale.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { schemas, testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let company: Company;
let parts: Parts;
beforeAll(async () => {
  orm = await testOrm();
  ({ company } = await newCompany(orm));
  const env = readEnv({ LAVRA_MASTER_KEY: randomBytes(32).toString('base64'), LAVRA_SCHEMAS: schemas });
  parts = createParts(env, orm, collectingLogger([]));
});
afterAll(() => orm.close());

const signer = makeSigner();

test('the EPEC is laid out from the attempt of the document’s present key, for the national environment, and passes its schema', async () => {
  const { totals } = computedNote();
  const before = signedIn('4', { number: 7 }, { totals: { ...totals, note: '99.99' } });
  const present = signedIn('4', { number: 8 }, { totals: { ...totals, note: '123.45' } });
  const event = await announced([before, present]);
  const about = {
    ...{ type: 'NFE' as const, accessKey: present.accessKey, environment: 'HOMOLOGATION' as const, protocol: null },
    isUnregistered: false,
    author: { companyId: company.id, taxId: issuer.taxId, certificateId: null, state: 'SP' },
  };
  const { xml, faults } = await signedEvent(acrossCompanies(orm), { event, about, signer }, parts);
  expect(faults).toEqual([]);
  const infEvento = child(readXml(xml), 'infEvento');
  expect(infEvento?.attributes['Id']).toBe(`ID110140${present.accessKey}01`);
  expect(infEvento && textOf(infEvento, 'cOrgao')).toBe('91');
  expect(infEvento && textOf(infEvento, 'detEvento', 'dest', 'vNF')).toBe('123.45');
  const unknown = { ...about, accessKey: signedIn('4', { number: 9 }).accessKey };
  await expect(signedEvent(acrossCompanies(orm), { event, about: unknown, signer }, parts)).rejects.toThrow(
    'never signed',
  );
});

/** A document with an attempt for each note, and the EPEC that its run prepares. */
async function announced(notes: { accessKey: string; xml: string }[]): Promise<DocumentEvent> {
  const em = acrossCompanies(orm);
  const attempt = notes.length;
  const { id: document } = em.create(Document, {
    ...{
      company: company.id,
      type: 'NFE',
      environment: 'HOMOLOGATION',
      isUnregistered: false,
      status: 'PROCESSING',
      series: 1,
      number: 8,
    },
    ...{ accessKey: notes.at(-1)?.accessKey ?? null, attempt, totalValue: '123.45', issueDateTime: new Date() },
    ...{ clientSnapshot: recipient, payload: sale },
  });
  await em.flush();
  notes.forEach(({ accessKey, xml }, at) => {
    const signed = { subject: accessKey, accessKey, signedXml: xml, digestValue: 'x'.repeat(28) };
    em.create(Emission, { document, attempt: at + 1, company: company.id, series: 1, number: 7 + at, ...signed });
  });
  const event = em.create(DocumentEvent, {
    ...{ company: company.id, document, type: 'EPEC', code: '110140', sequence: 1, occurredAt: new Date() },
  });
  await em.flush();
  return event;
}
