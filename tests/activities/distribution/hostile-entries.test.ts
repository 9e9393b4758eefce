import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLot } from '../../../operations/distribution/open-lot.ts';
import type { Orm } from '../../../config/orm.ts';
import type { LotEntry } from '../../../domain/conversation/distribution-answer.ts';
import { buildNfseCancellation } from '../../../domain/nfse/events.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { ReceivedFile } from '../../../domain/received/received-file.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { entryOf, keyOf, summaryOf, wholeOf } from '../../support/samples/arrivals.ts';
import { emptyCompany, stored } from '../../support/rows/lots.ts';
import { dpsOf, eventAround, infNfseOf, nfseAround, nfseKey } from '../../support/samples/nfse.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { procEvento, procNfe, receivedKey, resEvento, resNfe } from '../../support/samples/received-samples.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { makeSigner } from '../../support/samples/signer.ts';

let orm: Orm;
/** The database by the login of workers, which store lots. */
let worker: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, worker] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
});
afterAll(() => Promise.all([orm.close(), worker.close()]));

const signer = makeSigner();
const cancelled = {
  accessKey: nfseKey,
  environment: 'HOMOLOGATION',
  authorTaxId: '11222333000181',
  reasonCode: '9',
  justification: 'Pedido do tomador do serviço',
  occurredAt: new Date('2026-11-21T15:00:00Z'),
  version: '0.1.0',
} as const;
const billing = '<cobr><dup><nDup>001</nDup><dVenc>2026-12-20</dVenc><vDup>60.5</vDup></dup></cobr><pag>';
const cancellation: [string, string][] = [
  ['descEvento', 'Cancelamento'],
  ['nProt', '135260000123456'],
  ['xJust', 'Pedido desfeito pelo cliente'],
];

/** One document of each kind that a lot can have. */
const documents: { source: DistributionSource; schema: string; xml: string; isEvent: boolean }[] = [
  { source: 'NFE', schema: 'resNFe_v1.01.xsd', xml: resNfe(), isEvent: false },
  { source: 'NFE', schema: 'procNFe_v4.00.xsd', xml: procNfe(['<pag>', billing]), isEvent: false },
  { source: 'NFE', schema: 'resEvento_v1.01.xsd', xml: resEvento(), isEvent: true },
  {
    source: 'NFE',
    schema: 'procEventoNFe_v1.00.xsd',
    xml: procEvento({ code: '110111', fields: cancellation }),
    isEvent: true,
  },
  { source: 'NFSE', schema: 'NFSE', xml: nfseAround(infNfseOf(dpsOf(signer).dps)), isEvent: false },
  {
    ...{ source: 'NFSE', schema: 'EVENTO', isEvent: true },
    xml: eventAround(buildNfseCancellation(cancelled, signer).xml.replace(/^<\?[^>]*>/, '')),
  },
];

const date = fc.constantFrom(
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '10000-01-01',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01',
  '9999-12-31T23:59:59-03:00',
  '0001-01-01T00:00:00Z',
  '2026-02-30',
  '2026-13-01T00:00:00-03:00',
  '2026-W05',
  '275760-09-13',
  '2026-11-21T25:00:00Z',
  '1500-06-01',
);
const text = fc.oneof(
  date,
  fc.stringMatching(/^[0-9]{1,40}$/),
  fc.stringMatching(/^[0-9]{12,16}\.[0-9]{0,6}$/),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.integer({ min: 5, max: 70_000 }).map((length) => 'A'.repeat(length)),
  fc.constantFrom(
    '',
    '-1',
    'NaN',
    'Infinity',
    '1e400',
    '&#0;',
    '&#x10FFFF;',
    '&#xD800;',
    '<![CDATA[]]>',
    '9999999999999.995',
    '\\u0000',
    "'); drop",
  ),
);

/** A document with some of its fields changed. */
const hostile = fc
  .record({
    document: fc.constantFrom(...documents),
    changes: fc.array(fc.record({ at: fc.nat(), text, isLost: fc.nat(9) }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ document, changes }) => ({
    ...document,
    xml: changes.reduce((xml, each) => changed(xml, each), document.xml),
  }));

test('whatever the documents of a lot say, each is kept as it came, and the others are as if it were not there', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 6 }), async (came) => {
      for (const source of ['NFE', 'NFSE'] as const) {
        const company = await emptyCompany(orm);
        const lot = came.filter((each) => each.source === source).map((each, index) => lotEntry(each, index + 1));
        const sound = documents.find((each) => each.source === source)!;
        const opened = await openLot(source, [...lot, lotEntry(sound, 99)]);
        expect(await stored(worker, company, opened, source)).toMatchObject({ stored: lot.length + 1 });
        const files = await filesOf(company.id);
        expect(files.map(({ content }) => content?.toString('base64'))).toEqual(
          opened.map(({ bytes }) => bytes.toString('base64')),
        );
        expect(files.at(-1)).toMatchObject({ nsu: 99n, fault: null });
        expect(files.filter(({ fault }) => fault?.startsWith('O Lavra'))).toEqual([]);
        read += files.filter(({ fault }) => fault === null).length;
      }
    }),
    { numRuns: runs },
  );
  expect(read).toBeGreaterThan(runs * 2);
});

test('events of the company’s own notes are kept as they came, too', async () => {
  const company = await emptyCompany(orm);
  const em = acrossCompanies(orm);
  for (const key of [receivedKey, nfseKey]) {
    const { id } = await processingDocument(orm, company);
    await em.execute(`update document set status = 'AUTHORIZED', access_key = ? where id = ?`, [key, id]);
  }
  let nsu = 1;
  let heard = 0;
  await fc.assert(
    fc.asyncProperty(
      hostile.filter(({ isEvent }) => isEvent),
      async (came) => {
        const opened = await openLot(came.source, [lotEntry(came, (nsu += 1))]);
        expect(await stored(worker, company, opened, came.source)).toMatchObject({ stored: 1 });
        const [event] = await em.execute<{ count: number }[]>('select count(*)::int as count from document_event');
        heard += event!.count;
        await em.execute('delete from document_event');
        await em.execute(`update document set status = 'AUTHORIZED' where company_id = ?`, [company.id]);
      },
    ),
    { numRuns: runs },
  );
  expect(heard).toBeGreaterThan(runs / 10);
  expect((await filesOf(company.id)).filter(({ fault }) => fault?.startsWith('O Lavra'))).toEqual([]);
});

test('a lot that the database refuses is kept entry by entry, and the one that it cannot take is unreadable with its reason', async () => {
  const company = await emptyCompany(orm);
  const key = keyOf(2);
  const entries = [
    entryOf(1, summaryOf(keyOf(1))),
    entryOf(2, wholeOf(key, company.taxId, { protocol: '1'.repeat(18) })),
    entryOf(3, summaryOf(key)),
    entryOf(
      4,
      wholeOf(keyOf(4), company.taxId, { installments: [{ number: '1', dueDate: '2026-02-30', amount: '1.00' }] }),
    ),
    entryOf(5, wholeOf(keyOf(5), company.taxId)),
  ];
  expect(await stored(worker, company, entries)).toMatchObject({ stored: 5, unreadable: 2, clashes: [] });
  const files = await filesOf(company.id);
  expect(files.map(({ nsu, fault }) => [nsu, fault === null])).toEqual([
    [1n, true],
    [2n, false],
    [3n, true],
    [4n, false],
    [5n, true],
  ]);
  expect(files[1]).toMatchObject({ receivedDocument: null, fault: expect.stringContaining('value too long') });
  const known = await acrossCompanies(orm).execute(
    `select access_key as key, (select count(*)::int from payable p where p.received_document_id = d.id) as owed from received_document d
     where company_id = ? order by nsu`,
    [company.id],
  );
  expect(known).toEqual([
    { key: keyOf(1), owed: 0 },
    { key, owed: 0 },
    { key: keyOf(5), owed: 2 },
  ]);
});

const runs = 25;

function lotEntry({ schema, xml }: { schema: string; xml: string }, nsu: number): LotEntry {
  return { nsu: BigInt(nsu), schema, content: gzipSync(Buffer.from(xml)).toString('base64') };
}

function filesOf(company: string): Promise<ReceivedFile[]> {
  return acrossCompanies(orm).find(ReceivedFile, { company }, { orderBy: { nsu: 'asc' }, populate: ['content'] });
}

/** A document with the text of one field or attribute changed, or with a field removed. */
function changed(xml: string, { at, text: to, isLost }: { at: number; text: string; isLost: number }): string {
  const fields = [...xml.matchAll(/<([A-Za-z]\w*)>([^<]*)<\/\1>|\sId="([^"]*)"/g)];
  const field = fields[at % fields.length];
  if (!field) return xml;
  const [whole, name] = field;
  const next = name === undefined ? ` Id="${to}"` : isLost === 0 ? '' : `<${name}>${to}</${name}>`;
  return xml.slice(0, field.index) + next + xml.slice(field.index + whole.length);
}
