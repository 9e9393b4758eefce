import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerPolls } from '../../../local/temporal/server.ts';
import { until } from '../../support/checks/until.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { lavraJson } from '../lavra.ts';
import { commandSettings } from './command-settings.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
  await until('every queue has its worker', () => workerPolls(installation.env.temporal.address));
  await installation.openCompany();
});
afterAll(() => installation.close());

test('an installation in order passes every check, down to the authority that answers', async () => {
  const { answer } = await lavraJson(['doctor'], settings());
  // Their state depends on the machine and the date: rates of IBS and CBS end where the law has set no more.
  const ofElsewhere = ['browser', 'rates'];
  const unwell = findingsOf(answer).filter(({ check, status }) => status !== 'OK' && !ofElsewhere.includes(check));
  expect(unwell).toEqual([]);
  expect(findingsOf(answer).map(({ check }) => check)).toEqual(
    expect.arrayContaining([
      'database',
      'tenancy',
      'logins',
      'master_key',
      'workers',
      'search_attributes',
      'certificate',
      'authority_tls',
      'blobs',
      'rates',
    ]),
  );
  expect(findingsOf(answer).find(({ check }) => check === 'authority_status')?.message).toContain('107');
});

test('an authority whose certificate is not trusted is told apart from one that is away', async () => {
  const { answer } = await lavraJson(['doctor'], { ...settings(), LAVRA_CA_BUNDLE: '' });
  const [tls] = findingsOf(answer).filter(({ check }) => check === 'authority_tls');
  expect(tls).toMatchObject({ status: 'FAILURE', message: expect.stringContaining('LAVRA_CA_BUNDLE') });
});

function settings(): Record<string, string> {
  return commandSettings(installation.env);
}

function findingsOf(answer: unknown) {
  return (answer as { findings: { check: string; status: string; message: string }[] }).findings;
}
