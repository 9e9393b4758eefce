import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { answers, fields } from '../../domain/pages/invitation/invitation.ts';
import { type ReadMail, readMail } from '../../local/demo/mailbox.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { requestLink } from '../../operations/offices/request-link.ts';
import { queues, reconciliationId } from '../../temporal/names.ts';
import { type OwnApi, startOwnApi } from '../api/own-api.ts';
import { until } from '../support/checks/until.ts';
import { newOffice } from '../support/rows/office.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

let folder: string;
let installation: Installation;
let api: OwnApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-mails-'));
  installation = await openInstallation({
    LAVRA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), // the key of `startApi`
    LAVRA_MAIL_FOLDER: folder,
    LAVRA_PUBLIC_URL: 'https://lavra.example',
  });
  api = await startOwnApi({ temporal: installation.client, databaseUrl: installation.env.databaseUrl });
});
afterAll(async () => {
  await api?.close();
  await installation?.close();
  await rm(folder, { recursive: true });
});

test('an office asks, the mail leads to a page that a scanner may open, and what is answered there is what the office sees', async () => {
  const { key } = await newOffice(api.orm);
  const { company } = await installation.openCompany({ adminEmails: ['dona@empresa.example'] });
  const asked = await api.call('POST', '/v1/accounting/links', { key, body: { taxId: company.taxId } });
  expect(asked.status).toBe(201);
  const { headers, text } = await mailOf(company);
  expect(headers.get('to')).toEqual(['dona@empresa.example']);
  const [, path = ''] = /^https:\/\/lavra\.example(\/convites\/[\w-]{43})$/m.exec(text) ?? [];
  for (let looks = 0; looks < 3; looks += 1) expect((await api.call('GET', path)).status).toBe(200);
  expect(await statusOf(key)).toMatchObject({ status: 'PENDING', invitation: { status: 'SENT', error: null } });

  const answered = await api.call('POST', path, {
    body: new URLSearchParams({ [fields.answer]: answers.accept }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answered.status).toBe(303);
  expect(await statusOf(key)).toMatchObject({ status: 'ACTIVE', officeIssuingAllowed: false });
});

test('an invitation that a crash left without a run is mailed by reconciliation', async () => {
  const { office } = await newOffice(api.orm);
  const { company } = await installation.openCompany({ taxId: '11444777000161', adminEmails: ['dono@outra.example'] });
  const parts = { orm: api.apiOrm, masterKey: installation.parts.masterKey };
  const { invitation } = await requestLink(parts, { office, by: 'OFFICE' }, company.taxId);
  expect(invitation).not.toBeNull();
  const aMinuteAgo = { createdAt: new Date(Date.now() - 60_000) };
  await acrossCompanies(api.orm).nativeUpdate(LinkInvitation, { company: company.id }, aMinuteAgo);
  const round = { taskQueue: queues.events, workflowId: `${reconciliationId}-invitations` };
  expect(await installation.client.workflow.execute('reconciliation', round)).toMatchObject({ invitations: 1 });
  expect((await mailOf(company)).headers.get('to')).toEqual(['dono@outra.example']);
});

function mailOf(company: Pick<Company, 'id'>): Promise<ReadMail> {
  return until('the mail of the invitation', async () => {
    const { id } = await acrossCompanies(api.orm).findOneOrFail(LinkInvitation, {
      company: company.id,
      mailStatus: 'SENT',
    });
    expect(await readdir(folder)).toContain(`${id}.eml`);
    return readMail(await readFile(join(folder, `${id}.eml`)));
  });
}

async function statusOf(key: string): Promise<unknown> {
  const { body } = await api.call('GET', '/v1/accounting/links', { key });
  return (body['data'] as unknown[])[0];
}
