import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { all, code, send } from '../support/client.ts';
import type { ConsumerNoteOptions } from '../support/consumer-note.ts';
import { consumerNote, consumerUrl } from '../support/consumer-note.ts';
import { control } from '../support/control.ts';
import type { Authorized } from '../support/events.ts';
import { correction, sendEvent, stateUrl } from '../support/events.ts';
import { lot } from '../support/note.ts';
import { cancellation, cancellationDetail, consultation } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const { RecepcaoEvento: eventUrl, NfeConsultaProtocolo: questionUrl } = endpoints.model65.SP.homologation;

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

async function sold(options: ConsumerNoteOptions = {}): Promise<Authorized> {
  number += 1;
  const note = consumerNote(certificate, { version: 3, number, ...options });
  const message = lot([note]);
  const answer = await send(started.simulator, { service: 'NfeAutorizacao', message, certificate, url: consumerUrl });
  return { chNFe: note.chNFe, nProt: all(answer.body, 'nProt')[0] ?? '', number };
}

async function substituted(
  { chNFe, nProt }: Authorized,
  substitute: string,
  edits: readonly (readonly [string | RegExp, string])[] = [],
  by = certificate,
): Promise<number> {
  const detail =
    '<descEvento>Cancelamento por substituicao</descEvento><cOrgaoAutor>35</cOrgaoAutor><tpAutor>1</tpAutor>' +
    `<verAplic>teste 1.0</verAplic><nProt>${nProt}</nProt><xJust>Emitida outra em contingencia</xJust>` +
    `<chNFeRef>${substitute}</chNFeRef>`;
  const event = { chNFe, tpEvento: '110112', detail, edits, url: eventUrl };
  return code(await sendEvent(started, by, event));
}

test('a sale that was issued again offline is cancelled by its substitute, once', async () => {
  const first = await sold();
  const second = await sold({ offline: true });
  expect(await substituted(first, second.chNFe)).toBe(135);
  expect(await substituted(first, second.chNFe)).toBe(573);
  const message = consultation(first.chNFe);
  const found = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message,
    certificate,
    url: questionUrl,
  });
  expect(all(found.body, 'cStat')).toEqual(['101', '100', '135']);
  const again = cancellation(certificate, first);
  expect(
    code(await send(started.simulator, { service: 'RecepcaoEvento', message: again, certificate, url: eventUrl })),
  ).toBe(218);
});

test('a person cancels an NFC-e of her own, by substitution or without, and registers nothing else of it', async () => {
  const person = await started.simulator.issueCertificate({ taxId: '11144477735' });
  const sell = async (offline: boolean): Promise<Authorized> => {
    number += 1;
    const note = consumerNote(person, { version: 3, series: 920, number, offline });
    const answer = await send(started.simulator, {
      ...{ service: 'NfeAutorizacao', message: lot([note]), certificate: person, url: consumerUrl },
    });
    return { chNFe: note.chNFe, nProt: all(answer.body, 'nProt')[0] ?? '', number };
  };
  const [first, second] = [await sell(false), await sell(true)];
  const letter = await sendEvent(started, person, { ...correction(first.chNFe, 1), url: eventUrl });
  expect(code(letter)).toBe(408);
  expect(await substituted(first, second.chNFe, [], person)).toBe(135);
  const message = cancellation(person, second);
  const cancelled = await send(started.simulator, {
    ...{ service: 'RecepcaoEvento', message, certificate: person, url: eventUrl },
  });
  expect(code(cancelled)).toBe(135);
});

test('the substitute is another note of the same company, offline, that stands', async () => {
  const first = await sold();
  const second = await sold({ offline: true });
  const changed = (from: number, text: string): string =>
    second.chNFe.slice(0, from) + text + second.chNFe.slice(from + text.length);
  expect(await substituted(first, (await sold()).chNFe)).toBe(920);
  expect(await substituted(first, changed(43, String((Number(second.chNFe[43]) + 1) % 10)))).toBe(910);
  const other = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  expect(await substituted(first, consumerNote(other, { offline: true }).chNFe)).toBe(911);
  expect(await substituted(first, consumerNote(certificate, { offline: true, number: 9999 }).chNFe)).toBe(912);
  const stood = cancellation(certificate, second);
  expect(
    code(await send(started.simulator, { service: 'RecepcaoEvento', message: stood, certificate, url: eventUrl })),
  ).toBe(135);
  expect(await substituted(first, second.chNFe)).toBe(913);
});

test('the substitute sells the same to the same within two hours', async () => {
  const buyer = [
    '<det nItem="1">',
    '<dest><CPF>52998224725</CPF><indIEDest>9</indIEDest></dest><det nItem="1">',
  ] as const;
  const first = await sold({ edits: [buyer] });
  const dearer = [
    ['<vUnCom>25.00', '<vUnCom>26.00'],
    ['<vUnTrib>25.00', '<vUnTrib>26.00'],
    [/100\.00/g, '104.00'],
  ] as const;
  const instead = async (...edits: NonNullable<ConsumerNoteOptions['edits']>): Promise<number> =>
    substituted(first, (await sold({ offline: true, edits })).chNFe);
  expect(await instead(buyer, ...dearer)).toBe(915);
  expect(await instead()).toBe(917);
  expect(await instead(buyer, ['<cProd>PAO-01', '<cProd>PAO-02'])).toBe(919);

  const later = new Date(Date.now() + 3 * 3_600_000);
  await control(started.simulator, 'PUT', '/clock', { now: later.toISOString() });
  const late = await sold({ offline: true, edits: [buyer], issuedAt: later });
  expect(await substituted(first, late.chNFe)).toBe(914);
  await control(started.simulator, 'DELETE', '/clock');
  expect(await instead(buyer)).toBe(135);
});

test('a week after its authorization a sale is not substituted any more', async () => {
  const first = await sold();
  const second = await sold({ offline: true });
  const later = new Date(Date.now() + 169 * 3_600_000);
  await control(started.simulator, 'PUT', '/clock', { now: later.toISOString() });
  expect(await substituted(first, second.chNFe)).toBe(501);
  await control(started.simulator, 'DELETE', '/clock');
});

test('the message has the layout that was published, and only consumer notes have it', async () => {
  const first = await sold();
  const second = await sold({ offline: true });
  expect(await substituted(first, second.chNFe, [['<tpAutor>1', '<tpAutor>2']])).toBe(493);
  expect(await substituted(first, second.chNFe, [[/<xJust>[^<]+/, '<xJust>curta']])).toBe(493);
  expect(await substituted(first, second.chNFe, [['<cOrgaoAutor>35', '<cOrgaoAutor>41']])).toBe(455);
  expect(await substituted({ ...first, nProt: '135260000000000' }, second.chNFe)).toBe(222);
});

test('a sale is cancelled within half an hour, at its own address, and never corrected', async () => {
  const sale = await sold();
  const elsewhere = { chNFe: sale.chNFe, tpEvento: '110111', detail: cancellationDetail(sale.nProt), url: stateUrl };
  expect(code(await sendEvent(started, certificate, elsewhere))).toBe(450);
  expect(code(await sendEvent(started, certificate, { ...correction(sale.chNFe, 1), url: eventUrl }))).toBe(784);
  const later = new Date(Date.now() + 31 * 60_000);
  await control(started.simulator, 'PUT', '/clock', { now: later.toISOString() });
  const late = cancellation(certificate, { ...sale, at: later });
  expect(
    code(await send(started.simulator, { service: 'RecepcaoEvento', message: late, certificate, url: eventUrl })),
  ).toBe(501);
  await control(started.simulator, 'DELETE', '/clock');
  const message = cancellation(certificate, sale);
  expect(code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate, url: eventUrl }))).toBe(
    135,
  );
});
