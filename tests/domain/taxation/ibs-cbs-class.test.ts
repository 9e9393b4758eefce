import { expect, test } from 'vitest';
import { classTable, ibsCbsClass } from '../../../domain/taxation/ibs-cbs/class.ts';
import table from '../../../tables/c-class-trib.json' with { type: 'json' };

test('the table says of every class in which documents it goes, as the page of its day did', () => {
  expect(classTable.day).toBe('2026-10-08');
  expect(table.cClassTrib).toHaveLength(173);
  const unknown = table.cClassTrib.filter((row) =>
    [row.indNFe, row.indNFCe, row.indNFSe].some((flag) => !['0', '1'].includes(flag)),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['410027', [true, false, true]],
  ['410022', [true, false, false]],
  ['550027', [true, false, false]],
  ['550029', [true, false, false]],
  ['550022', [true, false, true]],
  ['410035', [true, true, true]],
  ['200001', [false, false, true]],
  ['200044', [false, false, true]],
  ['200019', [false, false, true]],
  ['000006', [false, false, true]],
  ['410028', [false, false, false]],
  ['550002', [false, false, false]],
])('%s goes with NF-e, NFC-e, NFS-e: %j', (classification, documents) => {
  const found = ibsCbsClass(classification);
  expect([found?.isForNfe, found?.isForNfce, found?.isForNfse]).toEqual(documents);
});

test.each([
  ['410999', '0'],
  ['000001', '1'],
  ['410027', '3'],
  ['222001', '5'],
  ['410005', '9'],
  ['550027', null],
])('%s counts as %s in the revenue of Simples', (classification, revenue) => {
  expect(ibsCbsClass(classification)?.simplesRevenue).toBe(revenue);
});

test('the presumed credits of the automotive regimes are of the CBS alone, from 2027 on', () => {
  const automotive = table.cCredPres.filter(({ cCredPres }) => ['5', '6'].includes(cCredPres));
  expect(automotive.map((row) => [row.ind_gCBSCredPres, row.ind_gIBSCredPres, row.dIniVigCBS, row.dIniVigIBS])).toEqual(
    [
      ['1', '0', '2027-01-01', null],
      ['1', '0', '2027-01-01', null],
    ],
  );
});
