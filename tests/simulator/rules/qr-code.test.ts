import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { ruleBreach } from '../../../simulator/services/note-checks.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import { all, send } from '../support/client.ts';
import { consumerNote, type ConsumerNoteOptions, consumerUrl, csc } from '../support/consumer-note.ts';
import { control } from '../support/control.ts';
import { lot } from '../support/note.ts';
import { start, type Started } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  await control(started.simulator, 'PUT', '/csc', { taxId: '11222333000181', ...csc });
});
afterAll(() => started.stop());

/** Code and text of the answer to a note. */
async function answerTo(options: ConsumerNoteOptions): Promise<string> {
  number += 1;
  const message = lot([consumerNote(certificate, { number, ...options })]);
  const answer = await send(started.simulator, { service: 'NfeAutorizacao', message, certificate, url: consumerUrl });
  return `${all(answer.body, 'cStat').at(-1)} ${all(answer.body, 'xMotivo').at(-1)}`;
}

const replaced =
  (index: number, value: string): NonNullable<ConsumerNoteOptions['parameters']> =>
  (parameters) =>
    parameters.with(index, value);

test('a consumer note without its code is refused as such', async () => {
  expect(await answerTo({ supplement: () => '' })).toMatch(/^394/);
});

test('the address is that of the state and the environment, in letters of any case', async () => {
  const withAddress = (from: RegExp | string, to: string): Promise<string> =>
    answerTo({ version: 3, supplement: (xml) => xml.replace(from, to) });
  expect(await withAddress(/https:[^?]+/, 'https://www.nfce.fazenda.sp.gov.br/qrcode')).toMatch(/^395/);
  expect(await withAddress(/https:[^?]+/, 'https://WWW.homologacao.nfce.fazenda.sp.gov.br/qrcode')).toMatch(/^100/);
  expect(await withAddress(/<urlChave>[^<]+/, '<urlChave>https://www.nfce.fazenda.sp.gov.br/consulta')).toMatch(/^878/);
});

test('each parameter is that of the note, and the one that is not is named', async () => {
  expect(
    await answerTo({
      parameters: ([key = '', ...rest]) => [`${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`, ...rest],
    }),
  ).toBe('397 Rejeicao: Parametro do QR-Code divergente da Nota Fiscal: [Param:chNFe]');
  expect(await answerTo({ version: 3, parameters: replaced(2, '1') })).toContain('397');
  expect(
    await answerTo({ offline: true, parameters: replaced(3, '31'), issuedAt: new Date('2026-11-20T12:00:00Z') }),
  ).toContain('[Param:dhEmi]');
  expect(await answerTo({ offline: true, parameters: replaced(4, '99.00') })).toContain('[Param:vNF]');
  expect(await answerTo({ offline: true, parameters: replaced(5, 'a'.repeat(56)) })).toContain('[Param:digVal]');
  expect(
    await answerTo({ offline: true, version: 3, parameters: (given) => given.with(5, '2').with(6, '52998224725') }),
  ).toContain('[Param:tpIdDest]');
});

test('version 2 is hashed with the code that the state gave the company', async () => {
  expect(await answerTo({ parameters: replaced(3, '7') })).toMatch(/^462/);
  expect(await answerTo({ supplement: (xml) => xml.replace(/[0-9A-F]{40}</, `${'0'.repeat(40)}<`) })).toMatch(/^464/);
  await control(started.simulator, 'PUT', '/csc', { taxId: '11222333000181', ...csc, token: 'outro codigo' });
  expect(await answerTo({})).toMatch(/^464/);
  await control(started.simulator, 'PUT', '/csc', {
    taxId: '11222333000181',
    ...csc,
    revokedAt: '2026-01-01T00:00:00-03:00',
  });
  expect(await answerTo({})).toMatch(/^463/);
  expect(await answerTo({ version: 3 })).toMatch(/^100/);
  await control(started.simulator, 'PUT', '/csc', { taxId: '11222333000181', ...csc });
  await started.restart();
  expect(await answerTo({})).toMatch(/^100/);
});

test('version 3 is signed offline with the key that signed the note', async () => {
  const forged = (xml: string): string =>
    xml.replace(
      /\|([^|]+)<\/qrCode>/,
      (_all, given: string) => `|${[...given.slice(0, -2)].reverse().join('')}==</qrCode>`,
    );
  expect(await answerTo({ offline: true, version: 3 })).toMatch(/^100/);
  expect(await answerTo({ offline: true, version: 3, supplement: forged })).toMatch(/^583/);
});

test('the form that was given up years ago is refused as such', async () => {
  const abandoned = (xml: string): string =>
    xml.replace(
      /\?p=(\d{44})[^<]*/,
      (_all, key: string) =>
        `?chNFe=${key}&amp;nVersao=100&amp;tpAmb=2&amp;dhEmi=${'a'.repeat(50)}&amp;vNF=100.00&amp;vICMS=0.00&amp;digVal=${'a'.repeat(56)}&amp;cIdToken=000001&amp;cHashQRCode=${'a'.repeat(40)}`,
    );
  expect(await answerTo({ supplement: abandoned })).toMatch(/^903/);
});

test('what the schema does not let through has its code all the same', () => {
  const address = new URL(consumerUrl);
  const endpoint = publishedEndpoints().get(`${address.host}${address.pathname}`.toLowerCase())!;
  const codeOf = (options: ConsumerNoteOptions): number | undefined => {
    const note = readNote(readXml(consumerNote(certificate, { version: 3, ...options }).xml));
    return note && ruleBreach(note, { endpoint, at: new Date() })?.cStat;
  };
  expect(codeOf({ parameters: replaced(1, '4') })).toBe(398);
  expect(codeOf({ supplement: (xml) => xml.replace('</qrCode>', '|assinatura</qrCode>') })).toBe(445);
  expect(codeOf({ offline: true, supplement: (xml) => xml.replace(/\|[^|]+<\/qrCode>/, '|</qrCode>') })).toBe(474);
});
