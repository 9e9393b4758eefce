import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { nfeNamespace } from '../../domain/nfe/build-nfe.ts';
import { nfeProc } from '../../domain/sefaz/messages.ts';
import { authorizedXmls } from '../../operations/documents/sheets.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { issuer } from '../support/samples/notes.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { testOrm } from '../support/servers/parts.ts';

const before = 'Migration20261128070600_operators-look';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

/** Any text that PostgreSQL can store, and bytes that might get normalized. */
const text = fc
  .array(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\r\n', '&amp;', '&#xD;', '  ', '\t', '$&', '\\', "'")),
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));
const note = fc.record({
  signed: text.map((inside) => `<NFe xmlns="${nfeNamespace}"><infNFe Id="a"  >${inside}</infNFe></NFe>`),
  protocol: text.map((inside) => `<protNFe versao='4.00' ><infProt>${inside}</infProt></protNFe >`),
});

test('what is kept in parts and what was kept whole are handed out byte for byte as nfeProc makes them, also after going back', async () => {
  const em = acrossCompanies(orm);
  const { settings } = issuer;
  const company = em.create(Company, { taxId: issuer.taxId, name: 'Padaria', environment: 'HOMOLOGATION', settings });
  await em.flush();
  const notes: { id: string; whole: string }[] = [];
  for (const [at, { signed, protocol }] of fc.sample(note, 40).entries()) {
    const { id } = await processingDocument(orm, company);
    const whole = nfeProc(signed, protocol);
    const accessKey = String(100 + at).padStart(44, '3');
    await em.nativeUpdate(Document, { id }, { status: 'AUTHORIZED', accessKey, number: at + 1, series: 1 });
    const kept = at % 2 === 0 ? { protocolXml: protocol } : { procXml: whole };
    const drawn = { series: 1, number: at + 1, subject: accessKey, accessKey, digestValue: 'x', createdAt: new Date() };
    await em.insert(Emission, { document: id, attempt: 1, company: company.id, signedXml: signed, ...drawn, ...kept });
    notes.push({ id, whole });
  }
  const expected = notes.map(({ whole }) => whole);
  const handedOut = async (): Promise<unknown[]> => {
    const found = acrossCompanies(orm);
    const documents = await found.find(Document, { id: { $in: notes.map(({ id }) => id) } });
    const xmls = await authorizedXmls(found, documents);
    return notes.map(({ id }) => xmls.get(id)?.xml);
  };
  expect(await handedOut()).toEqual(expected);

  await orm.migrator.down({ to: before });
  const rows = await em.execute<{ id: string; whole: string }[]>(
    'select document_id as id, proc_xml as whole from emission',
  );
  const went = new Map(rows.map(({ id, whole }) => [id, whole]));
  expect(notes.map(({ id }) => went.get(id))).toEqual(expected);

  await orm.migrator.up();
  expect(await handedOut()).toEqual(expected);
});
