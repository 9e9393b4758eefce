import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { code, send } from '../support/client.ts';
import type { NoteOptions } from '../support/note.ts';
import { lot, signedNote } from '../support/note.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

async function answerTo(signedWith: A1Certificate, options: NoteOptions = {}): Promise<number> {
  number += 1;
  const note = signedNote(signedWith, { number, taxId: '11222333000181', ...options });
  return code(await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate }));
}

test('a value changed after signing is found', async () => {
  const afterSigning = (xml: string): string => xml.replace('Padaria', 'Confeitaria');
  expect(await answerTo(certificate, { afterSigning })).toBe(297);
});

test('a signature value that is not of this key is found', async () => {
  const afterSigning = (xml: string): string =>
    xml.replace(/<SignatureValue>(.)/, (_all, first) => `<SignatureValue>${first === 'A' ? 'B' : 'A'}`);
  expect(await answerTo(certificate, { afterSigning })).toBe(297);
});

test('a signature that points elsewhere is not the pattern', async () => {
  const afterSigning = (xml: string): string => xml.replace(/URI="#NFe\d/, 'URI="#NFe9');
  expect(await answerTo(certificate, { afterSigning })).toBe(298);
});

test('text that needs escaping, accents and characters beyond the basic plane are signed as they are', async () => {
  const edits = [['Pão francês &amp; cia', "Pão &lt;francês&gt; \"à 'mão' &amp; fresco"]] as const;
  expect(await answerTo(certificate, { edits })).toBe(100);
});

test("a branch signs with its head office's certificate, another company does not", async () => {
  const branch = await started.simulator.issueCertificate({ taxId: '11222333000262' });
  expect(await answerTo(branch)).toBe(100);
  const stranger = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  expect(await answerTo(stranger)).toBe(213);
});

test('the certificate is checked before the signature it made', async () => {
  const expired = await started.simulator.issueCertificate({
    taxId: '11222333000181',
    notAfter: '2020-01-01T00:00:00Z',
  });
  expect(await answerTo(expired)).toBe(291);
  const broken = await started.simulator.issueCertificate({ taxId: '11222333000181', chain: 'broken' });
  expect(await answerTo(broken)).toBe(293);
  const nobody = (xml: string): string => xml.replace(/<X509Certificate>[^<]*/, '<X509Certificate>AAAA');
  expect(await answerTo(certificate, { afterSigning: nobody })).toBe(290);
});
