import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { watchFor, until } from '../support/checks/until.ts';
import { sends } from './evidence.ts';

const twoHours = 2 * 3_600_000;

let folder: string;
let deployment: Deployment;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-clock-'));
  await writeFile(join(folder, 'shift'), '0');
  deployment = await openDeployment({
    settings: {
      NODE_OPTIONS: `--import ${new URL('../support/faults/shifted-clock.ts', import.meta.url).href}`,
      CLOCK_SHIFT: join(folder, 'shift'),
      LAVRA_AUTHORITY_TIMEOUT_MS: '2000',
    },
  });
});
afterAll(async () => {
  await deployment?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a message that was lost while the clock was ahead is asked about and sent again as soon as the clock is right', async () => {
  const { authority, erp } = deployment;
  await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', refuse: true });
  const { id } = await erp.insist();
  await until('it waits for a connection', async () => (await read(id)).waitingKind === 'AUTHORITY_UNREACHABLE');
  await shift(twoHours);
  await authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', drop: 'before', times: 1 });
  await watchFor('it was sent', async () => (await sends(deployment)).size > 0);
  await shift(0);
  expect(await settled(id)).toMatchObject({ status: 'AUTHORIZED' });
  expect([...(await sends(deployment)).values()]).toEqual([2]);
});

test('a note issued by a clock that is ahead is refused with what helps, and is issued under its number when the clock is right', async () => {
  await shift(twoHours);
  const { id } = await deployment.erp.insist();
  const refused = await settled(id);
  expect(refused).toMatchObject({ status: 'REJECTED', cStat: '703' });
  const { body } = await deployment.erp.call('GET', `/v1/fiscal-documents/${id}`);
  expect(body).toMatchObject({ rejection: { fix: expect.stringContaining('relógio') } });
  await shift(0);
  expect((await deployment.erp.call('POST', `/v1/fiscal-documents/${id}/emit`)).status).toBe(202);
  expect(await settled(id)).toMatchObject({ status: 'AUTHORIZED', number: refused.number });
});

test('a clock that is behind loses nothing, and what it has sent is not sent twice', async () => {
  const before = (await sends(deployment)).size;
  await deployment.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', drop: 'after', times: 2 });
  const first = await deployment.erp.insist();
  await shift(-twoHours);
  const second = await deployment.erp.insist();
  for (const { id } of [first, second]) expect(await settled(id)).toMatchObject({ status: 'AUTHORIZED' });
  await shift(0);
  const third = await deployment.erp.insist();
  expect(await settled(third.id)).toMatchObject({ status: 'AUTHORIZED' });
  expect([...(await sends(deployment)).values()].slice(before)).toEqual([1, 1, 1]);
  expect(await faultsInBooks(deployment, [deployment.company])).toEqual([]);
});

test('a service that was found shut while the clock was ahead is asked again when the clock is right', async () => {
  const { authority, erp, company, orm } = deployment;
  await shift(twoHours);
  await authority.control('PUT', '/scenario', { refuse: true });
  const { id } = await erp.insist();
  const isShut = `select 1 from authority_standing where standing = 'SHUT' and asked_at > now() + interval '1 hour'`;
  await until('it was asked, and is shut', async () => (await acrossCompanies(orm).execute(isShut)).length > 0);
  await shift(0);
  await authority.control('DELETE', '/scenario');
  // 703 (issued in the future): its date of issue is of the clock that was two hours ahead.
  expect(await settled(id)).toMatchObject({ status: 'REJECTED', cStat: '703' });
  expect((await erp.call('POST', `/v1/fiscal-documents/${id}/emit`)).status).toBe(202);
  expect(await settled(id)).toMatchObject({ status: 'AUTHORIZED' });
  expect(await faultsInBooks(deployment, [company])).toEqual([]);
});

/** Shifts the clocks of API and worker; database, Temporal and authority keep theirs, as on separate hosts. */
async function shift(ms: number): Promise<void> {
  await writeFile(join(folder, 'shift'), String(ms));
  await until('API and worker have the time', async () => {
    const files = (await readdir(folder)).filter((name) => name.startsWith('shift-'));
    const shifts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    return shifts.length >= 2 && shifts.every((each) => each === String(ms));
  });
}

function read(id: string): Promise<Document> {
  return acrossCompanies(deployment.orm).findOneOrFail(Document, { id });
}

function settled(id: string): Promise<Document> {
  return until('it is settled', async () => {
    const document = await read(id);
    return document.status === 'AUTHORIZED' || document.status === 'REJECTED' ? document : null;
  });
}
