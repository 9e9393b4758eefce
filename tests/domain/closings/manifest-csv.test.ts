import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manifestCsv, numberRows } from '../../../domain/closings/manifest-csv.ts';
import type { ManifestDocument } from '../../../domain/closings/manifest.ts';
import { randomFacts } from './documents.ts';
import { inZip, randomMonth, series } from './manifests.ts';

async function written(documents: ManifestDocument[], numbering = [series]): Promise<string> {
  return text(manifestCsv(documents, numbering));
}

function rowsOf(csv: string): Record<string, string>[] {
  return parse(csv, { bom: true, delimiter: ';', columns: true, record_delimiter: '\r\n' });
}

const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=1+1', '+55 11', '-x', '@SOMA(A1)', '\t=1', '\r\n=1', 'a;b', 'Diz "oi"', '＝1', ' =1', "'x", ''),
);
const named = fc
  .tuple(randomMonth, name)
  .map(([documents, name]) =>
    documents.map((document) => ({ ...document, recipient: { taxId: '01234567000189', name }, pdfMissing: name })),
  );

test('each document and each range without one has a row, whatever anybody is called, and no cell computes anything', async () => {
  await fc.assert(
    fc.asyncProperty(named, async (documents) => {
      const csv = await written(documents);
      const lines = csv.split('\r\n');
      expect(lines).toHaveLength(1 + documents.length + numberRows(series).length + 1);
      expect(csv.startsWith('\ufeffSituação;Documento;')).toBe(true);
      const rows = rowsOf(csv);
      expect(rows).toHaveLength(lines.length - 2);
      const cells = rows.flatMap((row) => Object.values(row));
      expect(cells.filter((cell) => /^[\s=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      expect(cells.filter((cell) => /\d{15}/.test(cell) && !/[/ -]/.test(cell))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('a row tells what a person wants to know, as Brazil writes it', async () => {
  const [facts] = fc.sample(
    randomFacts.filter(({ type, status }) => type === 'NFE' && status === 'AUTHORIZED'),
    {
      numRuns: 1,
      seed: 1,
    },
  );
  const document = inZip({
    ...facts!,
    issuedAt: '2026-10-03T12:00:00-03:00',
    authorizedAt: '2026-10-03T12:00:02-03:00',
    recipient: { taxId: '01234567000189', name: 'Mercado; do "Zé"' },
    totalValue: '1234.50',
    taxes: { icms: '180.00' },
  });
  const [row] = rowsOf(await written([document]));
  expect(row).toMatchObject({
    Situação: 'Autorizado',
    Documento: 'NF-e',
    Série: '1',
    Número: '7',
    'Chave de acesso': '3526 1011 2223 3300 0181 5500 1000 0000 0710 0000 0070',
    Emissão: '03/10/2026 12:00:00',
    'Protocolo de autorização': '135260000000007 - 03/10/2026 12:00:02',
    'CPF/CNPJ': '01.234.567/0001-89',
    'Destinatário ou tomador': 'Mercado; do "Zé"',
    'Valor total': '1234,50',
    ICMS: '180,00',
    IPI: '',
  });
});

test('numbers without a document are reported with what to do about them', async () => {
  const rows = rowsOf(await written([]));
  expect(rows.map(({ Situação, Número, ...row }) => [Situação, Número, row['Até o número']])).toEqual([
    ['Lacuna', '40', '1039'],
    ['Lacuna', '1040', '1500'],
    ['Inutilizado', '20', '29'],
    ['Em inutilização', '30', ''],
    ['Denegado', '12', ''],
    ['Em aberto', '32', ''],
    ['Emitido depois', '31', ''],
  ]);
  expect(rows[0]).toMatchObject({ Observação: 'Nenhum documento usou: peça a inutilização' });
});
