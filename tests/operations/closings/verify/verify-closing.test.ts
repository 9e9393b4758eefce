import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClosingFaultCode } from '../../../../operations/closings/verify/closing-faults.ts';
import { type ClosingCheck, verifyClosing } from '../../../../operations/closings/verify/verify-closing.ts';
import {
  bytesOf,
  cancellation,
  ended,
  filesOf,
  month,
  type Month,
  ofOther,
  pack,
  type Packed,
  root,
  selfMade,
} from './closing-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

const trusted = [new X509Certificate(root.pem)];
let count = 0;

async function checkOf(files: readonly Packed[], options = { trusted }): Promise<ClosingCheck> {
  return verifyClosing(await pack(join(folder, `${(count += 1)}.zip`), files), options);
}

/** The faults of a month that was changed before it was listed and packed, so that the manifest agrees with the change. */
async function foundIn(change: (of: Month) => void, made = month()): Promise<ClosingFaultCode[]> {
  change(made);
  const { faults } = await checkOf(await filesOf(made));
  return [...new Set(faults.map(({ code }) => code))];
}

/** The faults after files were changed in the ZIP alone. */
async function foundAfter(change: (files: Packed[]) => Packed[]): Promise<ClosingCheck['faults']> {
  return (await checkOf(change(await filesOf(month())))).faults;
}

const isNote = ({ name }: Packed): boolean => name.startsWith('nfe/') && name.endsWith('.xml');

function edit(which: (file: Packed) => boolean, was: string | RegExp, now: string): (files: Packed[]) => Packed[] {
  return (files) => {
    const file = files.find(which);
    const content = String(file?.content).replace(was, now);
    if (!file || content === file.content) throw new TypeError(`nothing to change at ${String(was)}`);
    return files.map((each) => (each === file ? { ...each, content } : each));
  };
}

test('a month as it was closed has no fault: notes of goods and of services, a cancellation, an inutilization, a gap', async () => {
  const check = await checkOf(await filesOf(month()));
  expect(check.faults).toEqual([]);
  expect(check).toMatchObject({ faultCount: 0, documentCount: 4, fileCount: 12, chainsChecked: true });
  expect(check.closing).toMatchObject({ year: 2026, month: 11, company: { taxId: '11222333000181' } });
});

test.each<[string, (files: Packed[]) => Packed[], ClosingFaultCode, RegExp]>([
  ['a note was taken out', (files) => files.filter((file) => !isNote(file)), 'missing_file', /^nfe\/.*procNFe\.xml$/],
  ['a PDF was taken out', (files) => files.filter(({ name }) => !name.endsWith('.pdf')), 'missing_file', /\.pdf$/],
  ['a file was put in', (files) => [...files, { name: 'nfe/outra.xml', content: '<a/>' }], 'unlisted_file', /outra/],
  ['a total was altered', edit(isNote, '<vNF>100.00</vNF>', '<vNF>900.00</vNF>'), 'changed_file', /^nfe\//],
  ['the table was altered', edit(({ name }) => name.endsWith('.csv'), '100,00', '900,00'), 'changed_file', /\.csv$/],
  ['there is no manifest', (files) => files.filter(({ name }) => !name.endsWith('.json')), 'missing_manifest', /^$/],
  [
    'a name leads to a place of its own',
    (files) => [...files, { name: 'nfe/CON .xml', content: '' }],
    'unsafe_name',
    /CON/,
  ],
  [
    'a name is there twice',
    (files) => [
      ...files,
      ...files
        .filter(isNote)
        .slice(0, 1)
        .map((file) => ({ ...file, content: '<a/>' })),
    ],
    'repeated_name',
    /^nfe\//,
  ],
])('where %s, that is found', async (_, change, code, file) => {
  const faults = await foundAfter(change);
  const found = faults.filter((fault) => fault.code === code);
  expect(faults.map((fault) => fault.code)).toContain(code);
  expect(found.some((fault) => file.test(fault.file ?? ''))).toBe(true);
});

test('a manifest of another form is not taken for ours', async () => {
  const json = ({ name }: Packed): boolean => name === 'manifesto.json';
  const codes = async (was: string, now: string) => (await foundAfter(edit(json, was, now))).map(({ code }) => code);
  expect(await codes('"version": 1', '"version": 2')).toEqual(['unknown_version']);
  expect(await codes('"taxId"', '"other"')).toContain('unreadable_manifest');
  expect(await codes('"documents": [', '"documents": [[')).toEqual(['unreadable_manifest']);
});

const first = ({ manifest }: Month) => manifest.documents[0]!;

test.each<[string, (of: Month) => void, ClosingFaultCode[]]>([
  ['the number of a note', (of) => (first(of).number = 11), ['wrong_numbering', 'differs_from_manifest']],
  ['its series', (of) => (first(of).series = 2), ['wrong_numbering', 'differs_from_manifest']],
  ['its value', (of) => (first(of).totalValue = '10.00'), ['wrong_totals', 'differs_from_manifest']],
  ['its day', (of) => (first(of).issuedAt = '2026-11-20T09:30:00-03:00'), ['wrong_totals', 'differs_from_manifest']],
  ['its protocol', (of) => (first(of).protocol = '1'), ['differs_from_manifest']],
  ['the number of a service', (of) => (of.manifest.documents[3]!.nfseNumber = '9'), ['differs_from_manifest']],
  ['the company', (of) => (of.manifest.company.taxId = '44555666000181'), ['wrong_issuer']],
  ['the month', (of) => (of.manifest.month = 10), ['wrong_document', 'wrong_totals']],
  ['a sum', (of) => (of.manifest.totals.authorized.totalValue = '1.00'), ['wrong_totals']],
  ['a gap, which is kept quiet', (of) => of.manifest.numbering[0]?.gaps.pop(), ['wrong_numbering']],
  ['a series, which is kept quiet', (of) => of.manifest.numbering.pop(), ['wrong_numbering']],
  ['numbers given up', (of) => of.manifest.inutilizations.pop(), ['differs_from_manifest']],
  ['a note, which is left out with its files', (of) => leaveOut(of, 0), ['wrong_totals', 'wrong_numbering']],
  ['a cancellation, which is left out', (of) => leaveOutEvent(of), ['missing_cancellation']],
])('where the manifest lies about %s, and the ZIP with it, that is found', async (_, change, codes) => {
  expect(await foundIn(change)).toEqual(expect.arrayContaining(codes));
});

function leaveOut(of: Month, index: number): void {
  const [gone] = of.manifest.documents.splice(index, 1);
  of.files = of.files.filter(({ name }) => !gone?.files.includes(name));
}

function leaveOutEvent(of: Month): void {
  of.files = of.files.filter(({ name }) => !name.startsWith('eventos/'));
  for (const document of of.manifest.documents) {
    document.files = document.files.filter((name) => !name.startsWith('eventos/'));
  }
}

test('a note that says another total, listed as it is, is not what its issuer signed', async () => {
  const found = await foundIn((of) => (of.files = edit(isNote, '<vNF>100.00</vNF>', '<vNF>900.00</vNF>')(of.files)));
  expect(found).toEqual(expect.arrayContaining(['wrong_signature', 'differs_from_manifest']));
});

test('an authorization of another content is found', async () => {
  const digest = /<digVal>[^<]*<\/digVal>/;
  const other = `<digVal>${Buffer.alloc(20).toString('base64')}</digVal>`;
  expect(await foundIn((of) => (of.files = edit(isNote, digest, other)(of.files)))).toEqual(['wrong_digest']);
});

test('a service whose declaration, or whose NFS-e, says another value is not what was signed', async () => {
  const isService = ({ name }: Packed): boolean => name.startsWith('nfse/');
  for (const was of ['<vServ>1000.00</vServ>', '<vLiq>774.06</vLiq>']) {
    const found = await foundIn((of) => (of.files = edit(isService, was, was.replace(/\d/, '9'))(of.files)));
    expect(found).toContain('wrong_signature');
  }
});

test.each([
  ['somebody else', ofOther, 'wrong_certificate'],
  ['the company, with a certificate that had ended', ended, 'wrong_certificate'],
  ['the company, with a certificate that nobody vouches for', selfMade, 'untrusted_certificate'],
] as const)('a note signed by %s is found', async (_, by, code) => {
  expect(await foundIn(() => {}, month({ by }))).toEqual([code]);
});

test('who vouches for certificates is said not to be known where no roots are given', async () => {
  const files = await filesOf(month({ by: selfMade }));
  const check = await verifyClosing(await pack(join(folder, 'untrusted.zip'), files));
  expect(check).toMatchObject({ faultCount: 0, chainsChecked: false });
});

test('a table for people that has other notes than the manifest, or cannot be read, is found', async () => {
  const files = await filesOf(month());
  const table = String(files.find(({ name }) => name === 'manifesto.csv')?.content);
  const lines = table.split('\r\n');
  const withoutNote = lines.filter((_, index) => index !== 1).join('\r\n');
  const asCancelled = table.replace('Autorizado', 'Cancelado');
  for (const lie of [withoutNote, asCancelled, `${table}"`]) {
    expect(await foundIn((of) => (of.table = lie))).toEqual(['wrong_table']);
  }
});

test('a file that readers without the directory would take for another is found', async () => {
  const bytes = await bytesOf(await filesOf(month()));
  bytes.writeUInt8('x'.charCodeAt(0), bytes.indexOf('nfe/'));
  const path = join(folder, 'two-faced.zip');
  await writeFile(path, bytes);
  expect((await verifyClosing(path)).faultCounts).toEqual({ damaged_file: 1 });
});

test('a cancellation by somebody else cancels nothing', async () => {
  const found = await foundIn((of) => {
    const key = of.manifest.documents[1]?.accessKey ?? '';
    of.files = of.files.map((file) => (file.name.startsWith('eventos/') ? cancellation(key, ofOther) : file));
  });
  expect(found).toEqual(['wrong_certificate', 'missing_cancellation']);
});

test('a note without fiscal value is found', async () => {
  expect(await foundIn(() => {}, month({ environment: 'HOMOLOGATION' }))).toEqual(['wrong_environment']);
});

test('of many faults all are counted, and as many kept as were asked for', async () => {
  const files = (await filesOf(month())).filter(({ name }) => !name.includes('/'));
  const check = await verifyClosing(await pack(join(folder, 'empty.zip'), files), { atMost: 3 });
  expect(check.faults).toHaveLength(3);
  expect(check.faultCounts).toEqual({ missing_file: 9, missing_cancellation: 1 });
  expect(check.faultCount).toBe(10);
});
