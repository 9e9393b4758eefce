import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCodeParameter, type QrCodeSubject } from '../../../domain/nfe/qr-code.ts';
import { makeSigner } from '../../support/samples/signer.ts';

/** The example of the Manual do DANFE NFC-e e QR Code v6.0. */
const csc = { id: '1', token: 'SEU-CODIGO-CSC-CONTRIBUINTE-36-CARACTERES' };
const online = '28170800156225000131650110000151341562040824';
const offline = '28170800156225000131650110000151349562040824';
const subject: QrCodeSubject = {
  accessKey: online,
  environment: 'PRODUCTION',
  issuedAt: '2017-08-02T10:30:00-03:00',
  total: '60.90',
  digestValue: 'yzGYhUx1/XYYzksWB+fPR3Qc50c=',
  recipient: { document: '', documentType: null },
};
const signer = makeSigner();

test('version 2 is the manual’s example, to the last digit of its hash', () => {
  expect(qrCodeParameter(subject, { version: '2', csc })).toBe(
    `${online}|2|1|1|DC6AE2C2B9A992BE59679AC365E29922DE6B7511`,
  );
});

test('version 2 of a note issued offline is the manual’s example too', () => {
  expect(qrCodeParameter({ ...subject, accessKey: offline }, { version: '2', csc })).toBe(
    `${offline}|2|1|02|60.90|797a4759685578312f5859597a6b7357422b6650523351633530633d|1|4615A93BB0D7C4E780F8D30EE77EDD5BA55C7D66`,
  );
});

test('another token gives another hash, and so does homologation', () => {
  const other = qrCodeParameter(subject, { version: '2', csc: { ...csc, token: 'OUTRO-CSC-DE-OUTRA-EMPRESA' } });
  const homologation = qrCodeParameter({ ...subject, environment: 'HOMOLOGATION' }, { version: '2', csc });
  expect(other).not.toContain('DC6AE2C2');
  expect(homologation).toMatch(/^\d{44}\|2\|2\|1\|[0-9A-F]{40}$/);
  expect(homologation).not.toContain('DC6AE2C2');
});

test('version 3 says the key and where it is registered, and nothing that is secret', () => {
  const homologation = { ...subject, environment: 'HOMOLOGATION' as const };
  expect(qrCodeParameter(subject, { version: '3', signer })).toBe(`${online}|3|1`);
  expect(qrCodeParameter(homologation, { version: '3', signer })).toBe(`${online}|3|2`);
});

test.each([
  ['a company', { document: '12ABC34501DE35', documentType: 'CNPJ' as const }, '1|12ABC34501DE35'],
  ['a person', { document: '52998224725', documentType: 'CPF' as const }, '2|52998224725'],
  ['a foreigner', { document: 'AB123456', documentType: 'FOREIGN' as const }, '3|'],
  ['nobody in particular', { document: '', documentType: null }, '|'],
])('version 3 of a note issued offline to %s is signed with the certificate of the note', (_, recipient, said) => {
  const text = qrCodeParameter({ ...subject, accessKey: offline, recipient }, { version: '3', signer });
  const shown = `${offline}|3|1|02|60.90|${said}`;
  const signature = Buffer.from(text.slice(shown.length + 1), 'base64');
  expect(text.startsWith(`${shown}|`)).toBe(true);
  expect(verify('RSA-SHA1', Buffer.from(shown), createPublicKey(signer.certificatePem), signature)).toBe(true);
});
