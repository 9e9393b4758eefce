import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lookAcross } from '../../../operations/doctor/finding.ts';
import { checkMail } from '../../../operations/doctor/surroundings.ts';
import { newOffice } from '../../support/rows/office.ts';
import { testOrm } from '../../support/servers/parts.ts';

const publicUrl = 'https://lavra.example';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

test('mails are needed once there is an office, and lead nowhere without a public address', async () => {
  expect(await statuses(null, publicUrl)).toEqual(['OK']);
  await newOffice(orm);
  expect(await statuses(null, publicUrl)).toEqual(['FAILURE']);
  const mail = { folder: tmpdir(), from: 'lavra@example.com' };
  expect(await statuses(mail, publicUrl)).toEqual(['OK']);
  expect(await statuses(mail, undefined)).toEqual(['OK', 'FAILURE']);
});

test('a mail server that is away is reported with its reason', async () => {
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'lavra@example.com' };
  const [finding] = await checkMail(lookAcross(orm), { mail, publicUrl });
  expect(finding).toMatchObject({ check: 'mail', status: 'FAILURE', message: expect.stringContaining('127.0.0.1') });
});

async function statuses(...[mail, url]: [Parameters<typeof checkMail>[1]['mail'], string | undefined]) {
  const findings = await checkMail(lookAcross(orm), { mail, publicUrl: url });
  return findings.map(({ status }) => status);
}
