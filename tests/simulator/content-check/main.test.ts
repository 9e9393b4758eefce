import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { contentBreaches } from '../../../simulator/content-check/content.ts';
import { checked, momentOf, signed } from '../../fiscal-cases/engine/issue.ts';
import type { Sale } from '../../fiscal-cases/fiscal-case.ts';
import { dpsXml, issuedAt } from '../../support/samples/nfse-dps.ts';

const sale: Sale = { item: { icmsSituation: '00' } };
const at = momentOf(sale);

test('a note in order breaks nothing, whoever signed it and whatever its number; the first rule that one breaks is reported in official words', () => {
  const xml = noteOf(sale);
  expect(contentBreaches(xml, at)).toEqual([]);
  expect(contentBreaches(xml, at)).toEqual([]); // nothing is stored, so a second check finds no duplicate
  expect(contentBreaches(xml.replace('<vNF>1000.00</vNF>', '<vNF>1000.01</vNF>'), at)).toEqual([
    { code: '610', message: expect.stringMatching(/^Rejeicao: Total da NF difere/), rule: expect.any(String) },
  ]);
});

test('a document is checked as of the given moment', () => {
  const codes = contentBreaches(noteOf(sale), new Date('2027-01-04T15:00:00Z')).map(({ code }) => code);
  expect(codes).toEqual(['228']);
});

test('the answer to a DPS has everything that it breaks, and no city has anything against it', () => {
  expect(contentBreaches(dpsXml({ city: '2611606' }), issuedAt)).toEqual([]);
  const wrong = dpsXml({ edits: [['<cTribNac>010701</cTribNac>', '<cTribNac>019900</cTribNac>']] });
  expect(contentBreaches(wrong, issuedAt).map(({ code }) => code)).toContain('E0310');
});

test('the program answers each line in its order, also one that it cannot read, and ends with its input', async () => {
  const program = spawn(process.execPath, ['simulator/content-check/main.ts']);
  const said = text(program.stdout);
  const status = new Promise((ended) => program.once('exit', ended));
  const order = (xml: string): string => JSON.stringify({ at: at.toISOString(), xml });
  program.stdin.end([order(noteOf(sale)), 'nonsense', order('<x/>'), order(noteOf(sale))].join('\n'));
  const answers = (await said)
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const unread = { error: expect.any(String) };
  expect(answers).toEqual([{ breaches: [] }, unread, unread, { breaches: [] }]);
  expect(await status).toBe(0);
});

function noteOf(of: Sale): string {
  const { note, faults } = checked(of);
  if (!note) throw new Error(JSON.stringify(faults));
  return signed(note, of);
}
