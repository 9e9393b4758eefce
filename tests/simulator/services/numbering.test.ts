import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { Received } from '../support/client.ts';
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import type { NoteOptions, SignedNote } from '../support/note.ts';
import { lot, signedNote, yearOf } from '../support/note.ts';
import type { InutilizationOptions } from '../support/requests.ts';
import { consultation, inutilization } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

const authorize = (note: SignedNote): Promise<Received> =>
  send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate });
const giveUp = (options: InutilizationOptions): Promise<Received> =>
  send(started.simulator, { service: 'NfeInutilizacao', message: inutilization(certificate, options), certificate });
const note = (number: number, options: NoteOptions = {}): SignedNote => signedNote(certificate, { number, ...options });

test('the same note sent again is a duplicate, whose receipt is named', async () => {
  expect(code(await authorize(note(1)))).toBe(100);
  const again = await authorize(note(1));
  expect(code(again)).toBe(204);
  expect(all(again.body, 'xMotivo')[1]).toMatch(/^Rejeicao: Duplicidade de NF-e \[nRec:\d{15}\]$/);
});

test('a number is one note: another key for it is told which key has it', async () => {
  const first = note(2);
  expect(code(await authorize(first))).toBe(100);
  const second = await authorize(note(2, { cNF: '11223344' }));
  expect(code(second)).toBe(539);
  expect(all(second.body, 'xMotivo')[1]).toContain(`[chNFe:${first.chNFe}]`);
});

test('a question for the key that does not hold the number is told which one does', async () => {
  const { chNFe } = note(2, { cNF: '11223344' });
  const answer = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message: consultation(chNFe),
    certificate,
  });
  expect(code(answer)).toBe(562);
  expect(all(answer.body, 'xMotivo')[0]).toContain(`[chNFe:${note(2).chNFe}]`);
});

test('of fifty at the same moment one is authorized', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => authorize(note(3, { cNF: String(30_000_007 + i * 13) }))),
  );
  const codes = answers.map(code);
  expect(codes.filter((one) => one === 100)).toHaveLength(1);
  expect(codes.filter((one) => one === 539)).toHaveLength(49);
});

test('a range of numbers is given up once', async () => {
  const first = await giveUp({ first: 10, last: 19 });
  expect(code(first)).toBe(102);
  const same = await giveUp({ first: 10, last: 19 });
  expect(code(same)).toBe(563);
  expect(all(same.body, 'nProt')).toEqual(all(first.body, 'nProt'));
  expect(code(await giveUp({ first: 19, last: 25 }))).toBe(256);
  expect(code(await authorize(note(15)))).toBe(206);
});

test('a range must be right in itself', async () => {
  expect(code(await giveUp({ first: 31, last: 30 }))).toBe(224);
  expect(code(await giveUp({ first: 1000, last: 2000 }))).toBe(201);
  expect(code(await giveUp({ first: 30, last: 30, year: '99' }))).toBe(453);
  expect(code(await giveUp({ first: 30, last: 30, year: '05' }))).toBe(454);
  const year = yearOf(new Date());
  const id = `ID35${year}1122233300018155001000000030000000031`;
  expect(code(await giveUp({ first: 30, last: 30, id }))).toBe(502);
});

test('the series of persons are not given up', async () => {
  expect(code(await giveUp({ first: 1, last: 1, series: 910 }))).toBe(266);
  expect(code(await giveUp({ first: 1, last: 1, series: 969 }))).toBe(266);
  expect(code(await giveUp({ first: 1, last: 1, series: 900 }))).toBe(102);
});

test('a thousand numbers are given up at once, and one more is too many', async () => {
  expect(code(await giveUp({ first: 5001, last: 6001 }))).toBe(201);
  expect(code(await giveUp({ first: 5001, last: 6000 }))).toBe(102);
});

test('numbers of consumer notes are given up at their own address and count apart', async () => {
  const atConsumers = (options: InutilizationOptions): Promise<Received> =>
    send(started.simulator, {
      service: 'NfeInutilizacao',
      message: inutilization(certificate, { model: 65, ...options }),
      certificate,
      url: endpoints.model65.SP.homologation.NfeInutilizacao,
    });
  expect(code(await atConsumers({ first: 10, last: 19 }))).toBe(102);
  expect(code(await atConsumers({ first: 10, last: 19, model: 55 }))).toBe(775);
  expect(code(await giveUp({ first: 10, last: 19, model: 65 }))).toBe(450);
  const held = await control(started.simulator, 'GET', '/inutilizations?cnpj=11222333000181&mod=65');
  expect(held.json).toMatchObject([{ first: 10, last: 19, series: { model: '65' }, nProt: expect.any(String) }]);
});

test('of the same range asked for ten times at once one is given up, and the others are told its protocol', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => giveUp({ first: 7000, last: 7009 })));
  const protocols = new Set(answers.flatMap((answer) => all(answer.body, 'nProt')));
  expect(answers.map(code).sort()).toEqual([102, ...Array.from({ length: 9 }, () => 563)]);
  expect(protocols.size).toBe(1);
});

test('every message about a range is remembered by its Id, with what was said', async () => {
  await giveUp({ first: 8000, last: 8000 });
  await giveUp({ first: 8000, last: 8000 });
  const year = yearOf(new Date());
  const id = `ID35${year}1122233300018155001000008000000008000`;
  const { json } = await control(started.simulator, 'GET', `/exchanges?id=${id}`);
  expect(json).toMatchObject([
    { service: 'NfeInutilizacao', id, cStat: 102, chNFe: null },
    { service: 'NfeInutilizacao', id, cStat: 563 },
  ]);
});

test('a range with a number in use is not given up', async () => {
  expect(code(await giveUp({ first: 1, last: 5 }))).toBe(241);
});

test('production and homologation count apart', async () => {
  const production = signedNote(certificate, { number: 1, environment: 1 });
  const url = 'https://nfe.fazenda.sp.gov.br/ws/nfeautorizacao4.asmx';
  const answer = await send(started.simulator, {
    service: 'NfeAutorizacao',
    message: lot([production]),
    certificate,
    url,
  });
  expect(code(answer)).toBe(100);
});
